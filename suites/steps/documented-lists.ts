import fc from 'fast-check';
import { coveringCases } from '../../src/arbitraries/covering-cases.ts';
import { type NewPet, petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { lengthOf, noArray } from '../../src/suite/listed.ts';
import { assume, OfAnotherRequirement } from '../../src/suite/outcome.ts';
import { listPetsByQuery } from '../../src/target/api-request.ts';
import { type Form, forms, formText, inForm, usualForm } from './as-others-send.ts';

/** A list that the document permits: it must return 200. */
export interface DocumentedList extends Form {
  readonly isLimitFirst: boolean;
  readonly limit: number | undefined;
  readonly status: NewPet['status'] | undefined;
}

const plainList: DocumentedList = { ...usualForm, isLimitFirst: true, limit: undefined, status: undefined };

/** `GET /pets` with these parameters, in the usual form. */
export function plainListOf(parameters: Partial<DocumentedList>): DocumentedList {
  return { ...plainList, ...parameters };
}

const limit = [100, 1, 10, 2, 20, 99, 50, 21] as const;
/** With a limit of 1 first, which shows if either parameter is ignored. */
const limitWithStatus = [1, 100, 10, 2, 20, 99, 50, 21] as const;
const status = ['pending', 'sold', 'available'] as const;

/** The dimensions of the lists that could violate a requirement: bounds and typical limits, statuses, order, and forms. */
const dimensions = {
  'list/limit-with-status': { limit: limitWithStatus, status, isLimitFirst: [false, true], ...forms },
  'list/limit-accepted': { limit, ...forms },
  'list/status-accepted': { status, ...forms },
  'list/returns-pets': forms,
} as const;

/** Lists of a requirement: the values of every two dimensions meet; of one parameter, each value occurs. */
export function listsOf(requirement: keyof typeof dimensions): readonly DocumentedList[] {
  const strength = requirement === 'list/limit-with-status' ? 2 : 1;
  return coveringCases(dimensions[requirement], strength).map(plainListOf);
}

/** The same lists in any combination, each value from the usual one on. */
export const anyList: fc.Arbitrary<DocumentedList> = fc.record({
  accept: fc.constantFrom(...forms.accept),
  isCompressed: fc.constantFrom(...forms.isCompressed),
  isFresh: fc.constantFrom(...forms.isFresh),
  isLimitFirst: fc.constantFrom(true, false),
  limit: fc.constantFrom(undefined, ...limit),
  status: fc.constantFrom(undefined, ...status),
});

/** The encoded query of a list. */
export function queryOf({ limit, status, isLimitFirst }: DocumentedList): string {
  const parameters = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
  ];
  return (isLimitFirst ? parameters : parameters.toReversed()).join('&');
}

/** The requirement that a list violates which is refused for its limit, its status, both, or its form. */
function requirementOf({ limit, status }: DocumentedList): keyof typeof dimensions {
  if (limit !== undefined && status !== undefined) {
    return 'list/limit-with-status';
  }
  if (limit !== undefined) {
    return 'list/limit-accepted';
  }
  return status === undefined ? 'list/returns-pets' : 'list/status-accepted';
}

/**
 * Sends a list, which must return 200.
 *
 * @throws {OfAnotherRequirement} if it is a list of another requirement, or if one of its parameters is refused alone:
 * that is the cause, and not the combination.
 */
export async function asksForList(check: Check, list: DocumentedList): Promise<Answer> {
  const answer = await sendList(check, list);
  const isBoth = list.limit !== undefined && list.status !== undefined;
  if (answer.status !== 200 && isBoth) {
    for (const alone of [plainListOf({ limit: list.limit }), plainListOf({ status: list.status })]) {
      assumeOwn(check, alone, await sendList(check, alone));
    }
  }
  assumeOwn(check, list, answer);
  check.expectStatus(answer, 200, textOf(list, answer));
  return answer;
}

function sendList(check: Check, list: DocumentedList): Promise<Answer> {
  const request = inForm(listPetsByQuery(queryOf(list), check.session.key), list);
  return check.send(request, list.isFresh);
}

function assumeOwn(check: Check, list: DocumentedList, answer: Answer): void {
  const requirement = requirementOf(list);
  assume(
    answer.status === 200 || requirement === check.requirement,
    `${textOf(list, answer)} returned ${answer.status}: see ${requirement}`,
    OfAnotherRequirement,
  );
}

function textOf(list: DocumentedList, { exchange }: Answer): string {
  return `GET ${exchange.request.target}${formText(list)}`;
}

/** The number of consecutive differences that rules out chance. */
const roundsToConfirm = 4;

/** A list without limit must be as long as one with limit=20, also with the status that most animals of the run have. */
export async function defaultIsTwenty(check: Check): Promise<void> {
  await sameAsTwenty(check, {});
  const [status] = petStatuses.toSorted(
    (one, other) => check.ownWith(other).length - check.ownWith(one).length,
  );
  if (status !== undefined && check.ownWith(status).length > 0) {
    await sameAsTwenty(check, { status });
  }
}

/** Lists without limit and with limit=20, and repeats both while they differ. A rule reports more than twenty. */
async function sameAsTwenty(check: Check, filter: { readonly status?: string }): Promise<void> {
  const rounds: { plain: number; twenty: number }[] = [];
  while (rounds.length < roundsToConfirm) {
    const plain = await check.list(filter);
    const length = lengthOf(plain);
    assume(length !== null, noArray);
    if (length > 20) {
      return;
    }
    const twenty = await check.list({ ...filter, limit: 20 });
    const other = lengthOf(twenty);
    assume(other !== null, noArray);
    rounds.push({ plain: length, twenty: other });
    if (length === other || other > 20) {
      return;
    }
    // One of the two may come from a cache.
    if (rounds.length === 1) {
      await check.session.pause(check.options.consistencyGraceMs);
    }
    if (rounds.length === roundsToConfirm && isSteady(rounds)) {
      const what = filter.status === undefined ? 'animals' : `${filter.status} animals`;
      check.violated(plain, {
        kind: 'differs-from-twenty',
        message: `Without limit a list has ${length} ${what}, with limit=20 ${other}, repeatedly`,
        expected: 'as many animals as with limit=20',
        actual: `${length} animals`,
        related: [{ role: 'with limit=20', exchange: twenty.exchange.number }],
      });
    }
  }
}

/** Whether all rounds have the same lengths: pages may be smaller than their limit, and vary in size. */
function isSteady(rounds: readonly { plain: number; twenty: number }[]): boolean {
  const [first] = rounds;
  return rounds.every(({ plain, twenty }) => plain === first?.plain && twenty === first.twenty);
}
