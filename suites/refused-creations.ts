import fc from 'fast-check';
import { anyOutsideInt64 } from '../src/arbitraries/int64.ts';
import { type NewPet, petStatuses } from '../src/arbitraries/new-pet.ts';
import { type Answer, answerOf, isRefused } from '../src/suite/answer.ts';
import { type Check, refusedStatus } from '../src/suite/check.ts';
import { type Suite, table } from '../src/suite/suite.ts';
import { createPet } from '../src/target/api-request.ts';
import type { OutgoingRequest } from '../src/target/target.ts';
import {
  categoryIs,
  type Fault,
  type InvalidCreation,
  inOtherWays,
  type MemberFault,
  nameIs,
  statusIs,
} from './cases/invalid-creation.ts';
import {
  bodiesNotObjects,
  categoriesOutOfRange,
  missingCategories,
  missingNames,
  otherMediaTypes,
  unknownStatuses,
  wrongCategoryTypes,
  wrongNameTypes,
} from './cases/invalid-values.ts';
import { anyMalformedJson, malformedJson } from './cases/malformed-json.ts';
import { type RefusedCreation, refusedCreations } from './requirements.ts';
import { accepting, compressed, inChunks } from './steps/as-others-send.ts';

/** The invalid creations of a requirement. */
export interface InvalidCreations {
  /** Hand-written faults, the most effective first. */
  readonly faults: readonly Fault[];
  /** Generates further ones. */
  readonly generate?: (pet: NewPet) => fc.Arbitrary<InvalidCreation>;
}

/** Any JSON literal except a string. */
export const notString = fc
  .oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  )
  .map((value) => JSON.stringify(value));

/** Any JSON literal except an integer. */
export const notInteger = fc.oneof(
  fc.string({ maxLength: 10 }).map((text) => JSON.stringify(text)),
  fc.bigInt(-(10n ** 18n), 10n ** 18n).map((digits) => `"${digits}"`),
  fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }))
    .map(([whole, tenth]) => `${whole}.${tenth}`),
  fc.constantFrom('true', 'false', 'null'),
  fc.array(fc.integer(), { maxLength: 3 }).map((value) => JSON.stringify(value)),
);

/** Any JSON literal except one of the three statuses. */
export const notStatus = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc
      .constantFrom(...petStatuses)
      .chain((status) =>
        fc.constantFrom(`${status}s`, status.slice(1), status.charAt(0).toUpperCase() + status.slice(1)),
      ),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.constantFrom(...petStatuses), { maxLength: 2 }),
  )
  .filter((value) => !petStatuses.some((status) => status === value))
  .map((value) => JSON.stringify(value));

/** Generates bodies with another literal as the value of a member. */
function replacing(literals: fc.Arbitrary<string>, memberIs: MemberFault) {
  return (pet: NewPet) => literals.map((literal) => memberIs(literal.slice(0, 60), literal)(pet));
}

/** The bodies that `POST /pets` must reject with 400, by requirement. */
export const invalidCreations: Readonly<Record<RefusedCreation, InvalidCreations>> = {
  'create/missing-name': { faults: missingNames },
  'create/missing-category': { faults: missingCategories },
  'create/wrong-name-type': { faults: wrongNameTypes, generate: replacing(notString, nameIs) },
  'create/wrong-category-type': { faults: wrongCategoryTypes, generate: replacing(notInteger, categoryIs) },
  'create/category-out-of-range': {
    faults: categoriesOutOfRange,
    generate: replacing(anyOutsideInt64.map(String), categoryIs),
  },
  'create/unknown-status': { faults: unknownStatuses, generate: replacing(notStatus, statusIs) },
  'create/body-not-object': { faults: bodiesNotObjects },
  'create/malformed-json': { faults: malformedJson, generate: anyMalformedJson },
  'create/content-type-required': { faults: otherMediaTypes },
};

/** Sends an invalid creation, which must return 400. */
async function refusesCreation(check: Check, fault: Fault): Promise<void> {
  const creation = fault(check.plainPet(refusedStatus));
  const { mayBeNamed } = creation;
  const request = requestOf(check, creation);
  const answer = creation.isSentUnusually
    ? answerOf(await check.sendForRules(request))
    : await check.send(request);
  const isAcceptedAsText = mayBeNamed !== undefined && answer?.pet?.name === mayBeNamed;
  if (answer !== null && !isAcceptedAsText && !mayReturn(answer, creation)) {
    check.expectStatus(answer, 400, `A creation in which ${creation.breaks}`);
  }
}

function requestOf(
  check: Check,
  { text, contentTypes, accept, isInChunks }: InvalidCreation,
): OutgoingRequest {
  const request = createPet(text, check.session.key, contentTypes);
  const accepted = accept === undefined ? request : compressed(accepting(request, accept));
  return isInChunks ? inChunks(accepted) : accepted;
}

/** Whether the creation may return this status instead of 400. */
function mayReturn(answer: Answer, { isSentUnusually, hasOtherMember }: InvalidCreation): boolean {
  return isSentUnusually ? answer.status >= 300 : hasOtherMember === true && isRefused(answer);
}

export const refusals: Suite = Object.fromEntries(
  refusedCreations.map((id) => {
    const { faults, generate } = invalidCreations[id];
    return [
      id,
      table<Fault>({
        smoke: true,
        creates: true,
        control: 'createPet',
        // Whoever reads only the first of several chunks may find valid JSON in it.
        cases: id === 'create/malformed-json' ? faults : [...faults, ...inOtherWays(faults)],
        ...(generate === undefined ? {} : { generated: faultsFrom(generate) }),
        test: refusesCreation,
      }),
    ];
  }),
);

function faultsFrom(generate: (pet: NewPet) => fc.Arbitrary<InvalidCreation>) {
  return (check: Check): fc.Arbitrary<Fault> =>
    fc
      .constant(null)
      .map(() => check.plainPet(refusedStatus))
      .chain(generate)
      .map((creation) => () => creation);
}
