import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { ListQuery, NewPet, Pet } from './pet.ts';
import type { IssuedKey, Plan, PlanLimit } from './plans.ts';
import type { Problem } from './problem.ts';

/** The three operations, by their names in the interface document. */
export type OperationName = 'listPets' | 'createPet' | 'getPet';

/** Tells the time, as `Date` does. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export interface PetStore {
  add(pet: NewPet): Promise<Pet>;
  get(id: bigint): Promise<Pet | undefined>;
  list(query: ListQuery): Promise<readonly Pet[]>;
}

/** The rate-limit state of a caller, including this request. */
export interface Allowance {
  readonly admitted: boolean;
  /** Requests in the window that is closest to its end, of a minute or of a day. */
  readonly limit: number;
  /** Requests left in that window. */
  readonly remaining: number;
  /** When that window is over, in ms since 1970-01-01T00:00:00Z. */
  readonly resetsAt: number;
  /** When the next request is admitted, in the same unit. */
  readonly nextAt: number;
}

/** An operation that was found for a request, with its path parameter. */
export interface Route {
  readonly operation: OperationName;
  /** `petId` as text, for `getPet`; otherwise empty. */
  readonly petId: string;
}

/** The figures that the limiter works by; durations in ms. */
export interface RateSettings {
  readonly planLimits: Readonly<Record<Plan, PlanLimit>>;
  readonly minuteMs: number;
  readonly dayMs: number;
}

export type Operation = (request: ApiRequest, route: Route, parts: Parts) => Promise<Outcome>;

/**
 * Everything that the implementation is made of. A part that calls others gets them at each call, so any part
 * can be exchanged or decorated alone.
 */
export interface Parts {
  /** The path of the base address: `/v1`. */
  readonly basePath: string;
  readonly clock: Clock;
  readonly issuedKeys: readonly IssuedKey[];
  readonly rateSettings: RateSettings;
  /** The token of the bearer credential, or `null` where there is none in that form. */
  readonly readCredential: (request: ApiRequest) => string | null;
  /** The key that this token is, or `null` where it was never issued or is revoked. */
  readonly findKey: (token: string) => IssuedKey | null;
  /** Counts one request of a key; `null` stands for a caller without one, who is never counted. */
  readonly takeAllowance: (key: IssuedKey | null) => Promise<Allowance>;
  /** @throws {Problem} 404 and 405 */
  readonly route: (request: ApiRequest) => Route;
  /** @throws {Problem} 400 */
  readonly readListQuery: (query: URLSearchParams) => ListQuery;
  /** @throws {Problem} 400 */
  readonly readNewPet: (request: ApiRequest) => NewPet;
  /** The identifier, or `null` where the text is no int64. */
  readonly readPetId: (text: string) => bigint | null;
  readonly petStore: PetStore;
  /** The animal as an answer of this operation shows it. */
  readonly showPet: (pet: Pet, operation: OperationName) => Readonly<Record<string, unknown>>;
  readonly listPets: Operation;
  readonly createPet: Operation;
  readonly getPet: Operation;
  readonly showProblem: (problem: Problem, request: ApiRequest) => Outcome;
  readonly handle: (request: ApiRequest, parts: Parts) => Promise<Answer>;
  readonly showAllowance: (answer: Answer, request: ApiRequest) => Readonly<Record<string, string>>;
  readonly writeMessage: (answer: Answer, request: ApiRequest, parts: Parts) => Message;
  readonly send: (message: Message, request: ApiRequest, response: ServerResponse) => void;
}

/** A way to change the parts. State of the decoration lives as long as the service. */
export type Decoration = (parts: Parts) => Parts;

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
  /** The number of its connection, from 1 in the order of their first requests. */
  readonly connection: number;
}

/** The response to an operation, or a refusal, before serialization: integers in the body are `bigint`. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An outcome and the rate-limit state of its caller. */
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
