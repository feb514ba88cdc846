import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import type { RunningImplementation } from '../../reference-impl/index.ts';
import { type JsonValue, parseJson } from '../../src/json/exact-json.ts';

export interface Asked {
  readonly method?: string;
  /** `undefined` sends the Free key; `null` sends no `Authorization` header. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: JsonValue | undefined;
}

/** Sends one request with exactly these header fields. */
export async function ask(service: RunningImplementation, path: string, asked: Asked = {}): Promise<Reply> {
  const authorization =
    asked.authorization === undefined ? `Bearer ${service.keys.free}` : asked.authorization;
  const { accept = 'application/json', ...headers } = asked.headers ?? {};
  const response = await request(service.baseUrl + path, {
    method: asked.method ?? 'GET',
    headers: { ...(authorization === null ? {} : { Authorization: authorization }), accept, ...headers },
    body: asked.body ?? null,
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  return { status: response.statusCode, headers: response.headers, text, json: jsonOf(text) };
}

/** Posts a body as JSON. */
export function post(
  service: RunningImplementation,
  body: string | Uint8Array | Readable,
  asked: Asked = {},
): Promise<Reply> {
  return ask(service, '/pets', {
    ...asked,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asked.headers },
    body,
  });
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A clock that stands still until it is moved. */
export class HandMadeClock {
  private ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  now(): number {
    return this.ms;
  }

  advance(ms: number): void {
    this.ms += ms;
  }
}

/** Noon, so that neither the minute nor the day is about to end. */
export const noon = Date.UTC(2026, 5, 15, 12, 0, 0);
