import type { JsonValue } from '../json/exact-json.ts';
import { ParsedJson } from '../json/parsed-json.ts';
import type { RecordedResponse } from './exchange.ts';
import { RecentTexts } from './recent-texts.ts';

/** A response body parsed as JSON, or why it can't be parsed. */
export type JsonBody =
  | { readonly ok: true; readonly parsed: ParsedJson }
  | { readonly ok: false; readonly problem: string };

/** Only one large body is kept, because its tree takes many times its text. */
const recent = new RecentTexts(64, read);
const recentLarge = new RecentTexts(1, read);
const largeCharacters = 16_384;

/**
 * Parses a response body as JSON in UTF-8, once for repeated bodies. Ignores a leading byte order mark, as RFC 8259
 * section 8.1 allows.
 */
export function jsonBody({ body, utf8 }: RecordedResponse): JsonBody {
  if (!utf8) {
    return { ok: false, problem: 'the body is not well-formed UTF-8' };
  }
  return (body.length > largeCharacters ? recentLarge : recent).of(body);
}

/** The parsed body, or `undefined` if it is not JSON. */
export function jsonValue(response: RecordedResponse): JsonValue | undefined {
  const body = jsonBody(response);
  return body.ok ? body.parsed.value : undefined;
}

function read(text: string): JsonBody {
  if (text === '') {
    return { ok: false, problem: 'the body is empty' };
  }
  try {
    return { ok: true, parsed: new ParsedJson(withoutByteOrderMark(text)) };
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
