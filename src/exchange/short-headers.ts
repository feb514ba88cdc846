import type { HeaderList, RecordedResponse } from './exchange.ts';

/** The maximum number of header fields to keep, and of characters in their names and values. */
export interface HeaderBounds {
  readonly fields: number;
  readonly characters: number;
}

/** The header fields that fit the bounds, whole and in order, and the count of the omitted ones. */
export function shortHeaders(
  { headers, headersLeftOut }: RecordedResponse,
  most: HeaderBounds,
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
