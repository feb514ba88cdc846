import type { NewPet } from '../../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../../src/exchange/exchange.ts';
import type { Credential } from '../../../src/target/api-request.ts';
import type { OutgoingHeader, OutgoingRequest } from '../../../src/target/target.ts';
import type { RequirementId } from '../../requirements.ts';
import type { MalformedId } from '../malformed-id.ts';
import type { RefusedExample } from '../refused-examples.ts';

/** A token or field that is not the key in the documented form: 401. */
export interface BadCredential {
  readonly kind: 'credential';
  readonly requirement: Extract<RequirementId, 'auth/not-bearer' | 'auth/unknown-key' | 'auth/header-only'>;
  readonly operation: Operation;
  /** `null` where the key has no such near miss. */
  readonly credential: (key: string) => Credential | null;
}

/** A list without any key, at another spelling of its path or with fields that some gateways trust: never served. */
export interface KeylessRequest {
  readonly kind: 'keyless';
  readonly description: string;
  readonly path: string;
  readonly headers: readonly OutgoingHeader[];
}

/** A creation with one thing broken: 400. */
export interface BadBody {
  readonly kind: 'body';
  readonly requirement: Extract<RequirementId, `create/${string}`>;
  readonly make: (pet: NewPet) => RefusedExample;
}

/** A creation under a name that a service may refuse, and stores undamaged where it accepts it. */
export interface OddName {
  readonly kind: 'name';
  /** What is special about it. */
  readonly feature: string;
  /** The name, with the tag in it where it need not be the whole name to matter. */
  readonly name: (tag: string) => string;
  readonly status: NewPet['status'];
  /** Whether every character beyond printable ASCII is sent as an escape. */
  readonly isEscaped?: boolean;
}

/** An id that is none, made from one that an animal has: a 4xx. */
export interface BadId extends MalformedId {
  readonly kind: 'id';
  /** As it stands in the path, encoded. */
  readonly path: (known: bigint) => string;
}

/** A list that the document describes, written in an unusual way, or one of which it says nothing. */
export interface OddList {
  readonly kind: 'list';
  readonly requirement: Extract<RequirementId, 'list/limit-with-status' | 'list/returns-pets'>;
  /** As it stands behind the question mark, encoded. */
  readonly query: string;
  /** Whether it is sent on a connection of its own. */
  readonly isFresh?: boolean;
}

/** Requests that are sent at once, each on a connection of its own: what every response owes is judged. */
export interface Together {
  readonly kind: 'together';
  readonly requirement: Extract<RequirementId, 'list/limit-with-status' | 'get/id-matches'>;
  readonly description: string;
  /** @param ids of all animals that the run knows, those of its own last */
  readonly requests: (ids: readonly bigint[], key: Credential) => readonly OutgoingRequest[];
}

/**
 * One case of a family of mistakes: what is sent, and by its kind what is due. What every response owes is judged
 * besides.
 */
export type Variety = BadCredential | KeylessRequest | BadBody | OddName | BadId | OddList | Together;
