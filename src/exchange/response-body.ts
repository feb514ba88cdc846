import type { JsonValue } from '../json/exact-json.ts';
import { ParsedJson } from '../json/parsed-json.ts';
import type { RecordedResponse } from './exchange.ts';
import { Recent } from './recent.ts';

/** A response body parsed as JSON, or why it can't be parsed. */
export type JsonBody =
  | { readonly ok: true; readonly parsed: ParsedJson }
  | { readonly ok: false; readonly problem: string };

/**
 * A cache of the most recent bodies. All watchers judge an exchange in turn, so a few entries suffice, and are much
 * faster than a map; only one large body is kept, because its tree takes many times its text.
 */
const recent = new Recent(4, read);
const recentLarge = new Recent(1, read);
const largeCharacters = 65_536;

/**
 * Parses a response body as JSON in UTF-8, once for consecutive calls. Ignores a leading byte order mark, as RFC 8259
 * section 8.1 allows.
 */
export function jsonBody(response: RecordedResponse): JsonBody {
  return (response.body.length > largeCharacters ? recentLarge : recent).of(response);
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
