import type { JsonValue } from '../json/exact-json.ts';
import { ParsedJson } from '../json/parsed-json.ts';
import type { RecordedResponse } from './exchange.ts';

/** A response body parsed as JSON, or why it can't be parsed. */
export type JsonBody =
  | { readonly ok: true; readonly parsed: ParsedJson }
  | { readonly ok: false; readonly problem: string };

/**
 * A cache of the most recent bodies. All watchers judge an exchange in turn, so a few entries suffice, and are much
 * faster than a map; only one large body is kept, because its tree takes many times its text.
 */
const recent = slots(4);
const recentLarge = slots(1);
const largeCharacters = 65_536;

interface Slots {
  readonly known: { response: RecordedResponse | null; body: JsonBody }[];
  oldest: number;
}

function slots(count: number): Slots {
  const empty = (): Slots['known'][number] => ({ response: null, body: { ok: false, problem: '' } });
  return { known: Array.from({ length: count }, empty), oldest: 0 };
}

/**
 * Parses a response body as JSON in UTF-8, once for consecutive calls. Ignores a leading byte order mark, as RFC 8259
 * section 8.1 allows.
 */
export function jsonBody(response: RecordedResponse): JsonBody {
  const among = response.body.length > largeCharacters ? recentLarge : recent;
  for (const known of among.known) {
    if (known.response === response) {
      return known.body;
    }
  }
  const body = read(response);
  const slot = among.known[among.oldest];
  if (slot !== undefined) {
    slot.response = response;
    slot.body = body;
  }
  among.oldest = (among.oldest + 1) % among.known.length;
  return body;
}

/** The parsed body, or `undefined` if it is not JSON. */
export function jsonValue(response: RecordedResponse): JsonValue | undefined {
  const body = jsonBody(response);
  return body.ok ? body.parsed.value : undefined;
}

function read(response: RecordedResponse): JsonBody {
  if (!response.utf8) {
    return { ok: false, problem: 'the body is not well-formed UTF-8' };
  }
  if (response.body === '') {
    return { ok: false, problem: 'the body is empty' };
  }
  try {
    return { ok: true, parsed: new ParsedJson(withoutByteOrderMark(response.body)) };
  } catch (error) {
    return {
      ok: false,
      problem: `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
