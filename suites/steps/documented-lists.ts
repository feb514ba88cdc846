import { coveringCases } from '../../src/arbitraries/covering-cases.ts';
import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { listPetsByQuery } from '../../src/target/api-request.ts';
import { type Form, forms, formText, inForm, usualForm } from './as-others-send.ts';
import { type CaseTable, smallestRefused, withoutRefused } from './smallest-refused.ts';

/** A list that the document permits: it must return 200. */
export interface DocumentedList extends Form {
  readonly isLimitFirst: boolean;
  readonly limit: number | undefined;
  readonly status: NewPet['status'] | undefined;
}

/** The forms first, because a refusal is first sought in them. */
const plainList: DocumentedList = { ...usualForm, isLimitFirst: true, limit: undefined, status: undefined };

const lists: CaseTable<DocumentedList> = { usual: plainList, accepted: 200, send: sendList };

/** `GET /pets` with these parameters, in the usual form. */
export function plainListOf(parameters: Partial<DocumentedList>): DocumentedList {
  return { ...plainList, ...parameters };
}

const limit = [100, 1, 2, 20, 99, 50, 21] as const;
/** With a limit of 1 first, which shows if either parameter is ignored. */
const limitWithStatus = [1, 100, 2, 20, 99, 50, 21] as const;
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

/** The encoded query of a list. */
export function queryOf({ limit, status, isLimitFirst }: DocumentedList): string {
  const parameters = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
  ];
  return (isLimitFirst ? parameters : parameters.toReversed()).join('&');
}

/** The requirement that a list violates which is refused for its limit, its status, both, or its form. */
export function requirementOf({ limit, status }: DocumentedList): keyof typeof dimensions {
  if (limit !== undefined && status !== undefined) {
    return 'list/limit-with-status';
  }
  if (limit !== undefined) {
    return 'list/limit-accepted';
  }
  return status === undefined ? 'list/returns-pets' : 'list/status-accepted';
}

/** Sends the list, and judges its status. */
export async function asksForList(check: Check, list: DocumentedList): Promise<ListResponse> {
  const sent = withoutRefused(check, lists, list);
  const answer = await sendList(check, sent);
  await judgeList(check, sent, answer);
  return { list: sent, answer };
}

/** A list as it was sent, and its response. */
interface ListResponse {
  readonly list: DocumentedList;
  readonly answer: Answer;
}

function sendList(check: Check, list: DocumentedList): Promise<Answer> {
  const request = inForm(listPetsByQuery(queryOf(list), check.session.key), list);
  return check.send(request, list.isFresh);
}

/**
 * Reports a status other than 200 under the requirement of the smallest list that is refused too. If the service accepts
 * that list the next time, neither parameters nor form are the cause: the watches report the status.
 */
export async function judgeList(check: Check, one: DocumentedList, answer: Answer): Promise<void> {
  if (answer.status === 200) {
    return;
  }
  const smallest = await smallestRefused(check, lists, { one, answer });
  if (smallest.isFlaky) {
    return;
  }
  const what = `GET ${smallest.answer.exchange.request.target}${formText(smallest.one)}`;
  check
    .as(requirementOf(smallest.one))
    .expectStatus(smallest.answer, 200, what, { related: smallest.controls });
  if (smallest.hidesOthers) {
    await asksForList(check, one);
  }
}
