import { petStatuses } from '../../../src/arbitraries/new-pet.ts';
import { pairwise } from '../../../src/arbitraries/pairwise.ts';
import type { Check } from '../../../src/runner/check.ts';
import { getPet, listPetsByQuery } from '../../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../../src/target/target.ts';
import { accepting, compressed } from '../as-others-send.ts';
import { filterComesBeforeLimit, judgeBothParameters } from '../whole-and-filters.ts';
import { family } from './variety.ts';

/** How clients send a request: its meaning is the same. */
const forms = {
  accept: ['application/json', '*/*', null],
  isCompressed: [false, true],
  isFresh: [false, true],
} as const;

/** Documented lists: each limit class with each status, and with each form. */
export const documentedLists = pairwise({
  limit: [100, 1, 20, 50, 2, 99, 21, undefined],
  status: [...petStatuses, undefined],
  isLimitFirst: [true, false],
  ...forms,
}).map(({ limit, status, isLimitFirst, ...form }) => {
  const parameters = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
  ];
  return { ...form, query: (isLimitFirst ? parameters : parameters.toReversed()).join('&') };
});

type DocumentedList = (typeof documentedLists)[number];
type Form = Pick<DocumentedList, keyof typeof forms>;

const readings = pairwise({ isKnown: [true, false], ...forms });

/** Valid lists and reads in which every two of parameters and forms meet. The watches judge the responses. */
export const formVarieties = [
  ...family('list/limit-with-status', documentedLists, isListed),
  ...family('get/id-matches', readings, async (check, { isKnown, ...form }) => {
    const id = isKnown ? await check.knownId() : 8_070_450_532_247_928_829n;
    const { key, target } = check.session;
    await target.send(inForm(getPet(id, key), form), check.requirement, { fresh: form.isFresh });
  }),
];

function inForm(request: OutgoingRequest, { accept, isCompressed }: Form): OutgoingRequest {
  const accepted = accepting(request, accept);
  return isCompressed ? compressed(accepted) : accepted;
}

/** The watches judge the response. In an unusual form the cause of a refusal may be the form. */
async function isListed(check: Check, { query, ...form }: DocumentedList): Promise<void> {
  const { key, target } = check.session;
  const request = inForm(listPetsByQuery(query, key), form);
  if (form.isFresh) {
    await target.send(request, check.requirement, { fresh: true });
    return;
  }
  const answer = await check.send(request);
  if (form.accept === 'application/json' && !form.isCompressed && query.includes('&')) {
    await judgeBothParameters(check, query, answer);
  }
  if (check.isSelected('list/filter-complete')) {
    await filterComesBeforeLimit(check.as('list/filter-complete'), query, answer);
  }
}
