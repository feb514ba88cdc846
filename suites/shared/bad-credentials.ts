import { likelyKeys, noCredential, notBearer, unknownKeys } from '../../src/arbitraries/credentials.ts';
import type { Check } from '../../src/runner/check.ts';
import type { Credential } from '../../src/target/api-request.ts';
import type { RequirementId } from '../requirements.ts';
import { type BadInput, badInputs } from './bad-inputs.ts';
import { type EarlyRefusal, type Place, type Refusals, refusalsOf } from './refused-credentials.ts';

/** The number of malformed headers and of unknown keys to try at every operation. */
const everywhere = { notBearer: 3, unknown: 4 } as const;

/** Where a run that pairs them one by one tries the first malformed headers and the first unknown keys. */
const places: Readonly<Record<'notBearer' | 'unknown', readonly Place[]>> = {
  notBearer: [
    { operation: 'getPet' },
    { operation: 'createPet', input: 'other-media-type' },
    { operation: 'listPets', input: 'bad-status' },
    { operation: 'createPet', input: 'broken-json' },
  ],
  unknown: [
    { operation: 'createPet' },
    { operation: 'getPet', input: 'unknown-pet' },
    { operation: 'createPet', input: 'invalid-body' },
    { operation: 'listPets', input: 'limit-out-of-range' },
  ],
};

/** Headers with the key that are not in the bearer form, distributed over the operations of this run. */
export function refusedAsNotBearer(check: Check): Refusals {
  return spread(check, notBearer(check.session.options.apiKey), 'notBearer');
}

/** Keys that were never issued, mostly near misses of the real one, distributed over the operations of this run. */
export function refusedAsUnknown(check: Check): Refusals {
  const keys = check.plan.pairs === 'one-by-one' ? likelyKeys : unknownKeys;
  return spread(check, keys(check.session.options.apiKey), 'unknown');
}

function spread(check: Check, credentials: readonly Credential[], kind: keyof typeof everywhere): Refusals {
  return refusalsOf(
    check,
    check.plan.operations,
    credentials,
    everywhere[kind],
    badInputs(check),
    places[kind],
  );
}

/** A request with a bad input and a bad credential. */
interface Early {
  readonly input: BadInput;
  readonly credential: Credential;
  /** The requirement that refuses the credential in any request. */
  readonly refusedBy: RequirementId;
}

function refusedBy(requirement: RequirementId, pairs: readonly EarlyRefusal[]): Early[] {
  return pairs.map(([input, credential]) => ({ input, credential, refusedBy: requirement }));
}

/** Bad inputs with bad credentials, alternating between the kinds of credentials. */
export function earlyRefusals(check: Check): Early[] {
  const inputs = badInputs(check);
  const withoutKey = {
    'one-by-one': [],
    covering: inputs.filter(({ showsOrder }) => showsOrder),
    all: inputs,
  }[check.plan.pairs];
  const kinds = [
    refusedBy(
      'auth/missing-key',
      withoutKey.map((input): EarlyRefusal => [input, noCredential]),
    ),
    refusedBy('auth/unknown-key', refusedAsUnknown(check).early),
    refusedBy('auth/not-bearer', refusedAsNotBearer(check).early),
  ];
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((kind) => kind[index] ?? [])).flat();
}
