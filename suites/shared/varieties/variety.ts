import type { NewPet } from '../../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../../src/exchange/exchange.ts';
import type { Credential } from '../../../src/target/api-request.ts';
import type { OutgoingHeader, OutgoingRequest } from '../../../src/target/target.ts';
import type { RequirementId } from '../../requirements.ts';
import type { MalformedId } from '../malformed-id.ts';
import type { RefusedExample } from '../refused-examples.ts';

/** A credential that is not the key in the documented form: expects 401. */
export interface BadCredential {
  readonly kind: 'credential';
  readonly requirement: Extract<RequirementId, 'auth/not-bearer' | 'auth/unknown-key' | 'auth/header-only'>;
  readonly operation: Operation;
  /** `null` if the key has no such near miss. */
  readonly credential: (key: string) => Credential | null;
}

/** A list without a key, with another spelling of the path or with header fields that some gateways trust: must not succeed. */
export interface KeylessRequest {
  readonly kind: 'keyless';
  readonly description: string;
  readonly path: string;
  readonly headers: readonly OutgoingHeader[];
}

/** A creation with one fault: expects 400. */
export interface BadBody {
  readonly kind: 'body';
  readonly requirement: Extract<RequirementId, `create/${string}`>;
  readonly make: (pet: NewPet) => RefusedExample;
}

/** A creation with an unusual name. A service may refuse it, but must not alter it. */
export interface OddName {
  readonly kind: 'name';
  /** The feature that makes the name unusual. */
  readonly feature: string;
  /** Returns the name, with the tag in it if the feature permits. */
  readonly name: (tag: string) => string;
  readonly status: NewPet['status'];
  /** Whether to escape every character beyond printable ASCII. */
  readonly isEscaped?: boolean;
}

/** A malformed id made from a known one: expects a 4xx. */
export interface BadId extends MalformedId {
  readonly kind: 'id';
  /** Returns the encoded path segment. */
  readonly path: (known: bigint) => string;
}

/** A documented list in an unusual notation, or an undocumented one. */
export interface OddList {
  readonly kind: 'list';
  readonly requirement: Extract<RequirementId, 'list/limit-with-status' | 'list/returns-pets'>;
  /** The encoded query, without the question mark. */
  readonly query: string;
  /** Whether to send it on a new connection. */
  readonly isFresh?: boolean;
}

/** A request with bytes that are invalid in the expected encoding. Only the requirements of every response apply. */
export interface OddEncoding {
  readonly kind: 'encoding';
  readonly description: string;
  /** @param pet returns the pet of a creation, and throws in a read-only run */
  readonly request: (key: Credential, pet: () => NewPet) => OutgoingRequest;
}

/** A list of a status, with a limit equal to the number of its animals. */
export interface FullPage {
  readonly kind: 'full-page';
}

/** Requests for the next id, before and after the creation of its animal. */
export interface EarlyId {
  readonly kind: 'early-id';
}

/** Concurrent requests, each on a new connection. Only the requirements of every response apply. */
export interface Together {
  readonly kind: 'together';
  readonly requirement: Extract<RequirementId, 'list/limit-with-status' | 'get/id-matches'>;
  readonly description: string;
  /** @param ids of all animals that the run knows, those of its own last */
  readonly requests: (ids: readonly bigint[], key: Credential) => readonly OutgoingRequest[];
}

/**
 * One further case. Its kind determines the expected response. The requirements of every response apply as well.
 */
export type Variety =
  | BadCredential
  | KeylessRequest
  | BadBody
  | OddName
  | BadId
  | OddList
  | OddEncoding
  | FullPage
  | EarlyId
  | Together;
