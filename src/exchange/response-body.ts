import type { JsonValue } from '../json/exact-json.ts';
import { ParsedJson } from '../json/parsed-json.ts';
import type { RecordedResponse } from './exchange.ts';

/** A response's body read as JSON, or why it can't be. */
export type JsonBody =
  | { readonly ok: true; readonly parsed: ParsedJson }
  | { readonly ok: false; readonly problem: string };

/** Whoever judges an exchange does so soon after the others: a few are enough, and much quicker than a map. */
const recent: { response: RecordedResponse | null; body: JsonBody }[] = Array.from({ length: 4 }, () => ({
  response: null,
  body: { ok: false, problem: '' },
}));
let oldest = 0;
const large = new WeakMap<RecordedResponse, JsonBody>();
const largeCharacters = 65_536;

/**
 * Reads a response's body as JSON in UTF-8; parsed once for all who ask about it in turn. A byte order mark in
 * front of it is ignored, as RFC 8259 section 8.1 allows.
 */
export function jsonBody(response: RecordedResponse): JsonBody {
  return response.body.length > largeCharacters ? largeBody(response) : smallBody(response);
}

function smallBody(response: RecordedResponse): JsonBody {
  for (const known of recent) {
    if (known.response === response) {
      return known.body;
    }
  }
  const body = read(response);
  const slot = recent[oldest];
  if (slot !== undefined) {
    slot.response = response;
    slot.body = body;
  }
  oldest = (oldest + 1) % recent.length;
  return body;
}

function largeBody(response: RecordedResponse): JsonBody {
  let body = large.get(response);
  if (body === undefined) {
    body = read(response);
    large.set(response, body);
  }
  return body;
}

/** The parsed body, or `undefined` where it is no JSON. */
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
