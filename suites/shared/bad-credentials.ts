import { noCredential, notBearer, tellingKeys, unknownKeys } from '../../src/arbitraries/credentials.ts';
import type { Check } from '../../src/runner/check.ts';
import type { Credential } from '../../src/target/api-request.ts';
import type { RequirementId } from '../requirements.ts';
import { type BadInput, badInputs } from './bad-inputs.ts';
import { type EarlyRefusal, type Place, type Refusals, refusalsOf } from './refused-credentials.ts';

/** How many ways to miss the bearer form, and how many near misses of a key, every operation is tried with. */
const everywhere = { notBearer: 3, unknown: 4 } as const;

/** The places where a run tries the first malformed headers and the first unknown keys one by one. */
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

/** The key in forms that are not the bearer form, spread over the operations of this run. */
export function refusedAsNotBearer(check: Check): Refusals {
  return spread(check, notBearer(check.session.options.apiKey), 'notBearer');
}

/** Keys that nobody has, most of them near misses of the right one, spread over the operations of this run. */
export function refusedAsUnknown(check: Check): Refusals {
  const keys = check.plan.pairs === 'one-by-one' ? tellingKeys : unknownKeys;
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

/** A request that is wrong besides, and the requirement that refuses its credential whatever it is sent with. */
interface Early {
  readonly input: BadInput;
  readonly credential: Credential;
  readonly owed: RequirementId;
}

function owing(owed: RequirementId, pairs: readonly EarlyRefusal[]): Early[] {
  return pairs.map(([input, credential]) => ({ input, credential, owed }));
}

/** Bad inputs with credentials of every kind, of each kind one in turn. */
export function earlyRefusals(check: Check): Early[] {
  const inputs = badInputs(check);
  const withoutKey = {
    'one-by-one': [],
    covering: inputs.filter(({ showsOrder }) => showsOrder),
    all: inputs,
  }[check.plan.pairs];
  const kinds = [
    owing(
      'auth/missing-key',
      withoutKey.map((input): EarlyRefusal => [input, noCredential]),
    ),
    owing('auth/unknown-key', refusedAsUnknown(check).early),
    owing('auth/not-bearer', refusedAsNotBearer(check).early),
  ];
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((kind) => kind[index] ?? [])).flat();
}
