import type { HeaderList, RecordedResponse } from './exchange.ts';

/** All values of a header field in order, by its name in any letter case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (const [field, value] of headers) {
    if (field === name || (field.length === name.length && field.toLowerCase() === name.toLowerCase())) {
      values.push(value);
    }
  }
  return values;
}

/** The value of a field, with repetitions joined by commas (RFC 9110 section 5.3), or `undefined`. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Names and values in turn, as fields. */
export function pairs(headers: readonly string[]): HeaderList {
  const fields: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    fields.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return fields;
}

/** Whether a Content-Type announces an HTML page. */
export function declaresHtml(headers: HeaderList): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headerValue(headers, 'Content-Type') ?? '');
}

const clientFields = new Set(['connection', 'content-length', 'host', 'traceparent', 'user-agent']);

/** Whether the client itself adds a field to each request. */
export function isAddedByClient(name: string): boolean {
  return clientFields.has(name.toLowerCase());
}

/** The header fields within the bounds, complete and in order, and the number of omitted ones. */
export function shortHeaders(
  { headers, headersLeftOut }: RecordedResponse,
  most: { readonly fields: number; readonly characters: number },
): Pick<RecordedResponse, 'headers' | 'headersLeftOut'> {
  const kept: HeaderList[number][] = [];
  let characters = 0;
  const leftOut = { fields: headersLeftOut?.fields ?? 0, characters: headersLeftOut?.characters ?? 0 };
  for (const field of headers) {
    const length = field[0].length + field[1].length;
    if (kept.length < most.fields && characters + length <= most.characters) {
      kept.push(field);
      characters += length;
    } else {
      leftOut.fields += 1;
      leftOut.characters += length;
    }
  }
  return leftOut.fields === 0 ? { headers } : { headers: kept, headersLeftOut: leftOut };
}
