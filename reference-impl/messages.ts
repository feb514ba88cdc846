import type { IncomingHttpHeaders } from 'node:http';
import type { Allowance } from './parts.ts';

/** A request as the parts see it. */
export interface ApiRequest {
  readonly method: string;
  /** Decoded path segments: `/v1/pets/5` is `['v1', 'pets', '5']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** The raw query; `''` if there is none. */
  readonly rawQuery: string;
  readonly headers: IncomingHttpHeaders;
  /** The names of the header fields as they were written. */
  readonly fieldNames: readonly string[];
  /** The bytes of the body, or `null` if there are more than the service accepts. */
  readonly body: Uint8Array | null;
  /** The same bytes as separate chunks, as they arrived. */
  readonly bodyChunks: readonly Uint8Array[];
  /** Which connection it came over; they are numbered from 1 in the order of their first requests. */
  readonly connection: number;
}

/** What an operation, or a refusal, comes to: the body is still a value, with integers as `bigint`. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An outcome and where its caller stands with the rate limit. */
export interface Answer extends Outcome {
  readonly allowance: Allowance;
}

/** A response ready for the wire. */
export interface Message {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export function isList({ method, path }: ApiRequest): boolean {
  return method === 'GET' && path.length === 2;
}

export function isReading({ method, path }: ApiRequest): boolean {
  return method === 'GET' && path.length === 3;
}

export function isCreation({ method, path }: ApiRequest): boolean {
  return method === 'POST' && path.length === 2;
}
