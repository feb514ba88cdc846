import type { NameShape } from '../../src/arbitraries/names.ts';
import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Credential } from '../../src/target/api-request.ts';
import type { OutgoingHeader } from '../../src/target/target.ts';
import type { RequirementId } from '../requirements.ts';
import type { MalformedId } from '../shared/malformed-id.ts';
import type { RefusedExample } from '../shared/refused-examples.ts';

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
  readonly shape: NameShape;
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
  /** As it stands behind the question mark, encoded. */
  readonly query: string;
}

/**
 * One case of a family of mistakes: what is sent, and by its kind what is due. What every response owes is judged
 * besides.
 */
export type Variety = BadCredential | KeylessRequest | BadBody | OddName | BadId | OddList;
