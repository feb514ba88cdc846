import fc from 'fast-check';
import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import type { PetReading } from '../src/history/pet.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { latestList, latestWithoutLimit, lengthOf, lengthText, noArray } from '../src/runner/listed.ts';
import { assume } from '../src/runner/outcome.ts';
import type { Suite } from '../src/runner/suite.ts';
import { asksForList, listsOf, plainListOf, queryOf } from './shared/documented-lists.ts';
import { sameByListAndId } from './shared/list-and-id.ts';
import { fillTheStore } from './shared/valid-creations.ts';
import { filterComesBeforeLimit, filterFillsDefaultPage } from './shared/whole-and-filters.ts';

/** Sends queries that the document does not specify, and records the responses. */
async function observeQueries(check: Check, queries: readonly string[]): Promise<void> {
  for (const query of check.chosen(queries)) {
    const answer = await check.listByQuery(query);
    check.observe(`${query}: ${lengthText(answer)}`, answer);
  }
}

function orderOf(pets: readonly PetReading[]): string {
  const steps = pets.slice(1).map(({ id }, index) => id > (pets[index]?.id ?? id));
  const isOrdered = steps.every((step) => step === steps[0]);
  return isOrdered
    ? `lists are in ${steps[0] === true ? 'ascending' : 'descending'} order of ids`
    : 'lists are in no order of ids';
}

/** The number of consecutive differences that rules out chance. */
const roundsToConfirm = 4;

/**
 * Checks that a list without limit is as long as one with limit=20, also with a status that had fewer animals than twenty
 * in such a list, if there are more by now.
 */
export async function defaultIsTwenty(check: Check): Promise<void> {
  const length = await sameAsTwenty(check, {});
  const status = petStatuses.find((candidate) => showsFewer(check, candidate));
  if (status !== undefined && check.deviations === 0) {
    await sameAsTwenty(check, { status });
    // A wrong default limit also omits animals, and the filter is not the cause.
    const isComparable = length === 20 && check.deviations === 0;
    if (isComparable && check.isSelected('list/filter-complete')) {
      await filterFillsDefaultPage(check.as('list/filter-complete'), status);
    }
  }
}

/**
 * Lists without limit and with limit=20, and repeats both while they differ. A list of twenty needs no comparison, and
 * the watch reports a longer one.
 *
 * @returns the length of the list without limit
 */
async function sameAsTwenty(check: Check, filter: { readonly status?: string }): Promise<number> {
  const rounds: { plain: number; twenty: number }[] = [];
  for (;;) {
    const plain = await check.list(filter);
    const length = lengthOf(plain);
    assume(length !== null, noArray);
    if (length >= 20) {
      return length;
    }
    const twenty = await check.list({ ...filter, limit: 20 });
    const other = lengthOf(twenty);
    assume(other !== null, noArray);
    rounds.push({ plain: length, twenty: other });
    if (length === other || other > 20) {
      return length;
    }
    // One of the two may come from a cache.
    if (rounds.length === 1) {
      await check.session.pause(check.options.consistencyGraceMs);
    }
    if (rounds.length === roundsToConfirm) {
      if (isSteady(rounds)) {
        const what = filter.status === undefined ? 'animals' : `${filter.status} animals`;
        check.deviation(plain, {
          kind: 'differs-from-twenty',
          message: `Without limit a list has ${length} ${what}, with limit=20 ${other}, repeatedly`,
          expected: 'as many animals as with limit=20',
          actual: `${length} animals`,
          related: [{ role: 'with limit=20', exchange: twenty.exchange.number }],
        });
      }
      return length;
    }
  }
}

/** Whether all rounds have the same lengths: pages may be smaller than their limit, and vary in size. */
function isSteady(rounds: readonly { plain: number; twenty: number }[]): boolean {
  const [first] = rounds;
  return rounds.every(({ plain, twenty }) => plain === first?.plain && twenty === first.twenty);
}

/** Whether a list of a status without limit has fewer than twenty animals, and fewer than are known to have it. */
function showsFewer(check: Check, status: string): boolean {
  const listed = latestWithoutLimit(check, status)?.pets.length ?? 20;
  const shown = latestList(check)?.pets.filter((pet) => pet.status === status).length ?? 0;
  const own = check.own.filter(({ creation }) => creation?.sent.status === status).length;
  return listed < Math.min(20, Math.max(shown, own));
}

export const list: Suite = {
  'fill the store': fillTheStore,

  'list/returns-pets': {
    sends: async (check) => {
      await asksForList(check, plainListOf({ accept: '*/*' }));
    },
  },

  'list/limit-accepted': async (check) => {
    await forExamples(
      check,
      {
        edges: listsOf('list/limit-accepted', check.plan.strength).filter(
          (list) => !check.reusesList(queryOf(list)),
        ),
        arbitrary: fc.integer({ min: 1, max: 100 }).map((limit) => plainListOf({ limit })),
      },
      (list) => asksForList(check, list),
    );
  },

  'list/limit-bounds-count': { unlessExercised: (check) => check.list({ limit: 1 }) },

  'list/default-limit': async (check) => {
    await defaultIsTwenty(check);
    check.watched();
  },

  'list/never-above-100': async (check) => {
    // Just above 100 detects an off-by-one bound.
    for (const limit of check.chosen([101, 1000])) {
      const answer = await check.list({ limit });
      check.as('list/limit-out-of-range').observe(`limit=${limit}: ${lengthText(answer)}`, answer);
    }
    check.watched();
  },

  'list/status-accepted': async (check) => {
    for (const status of petStatuses) {
      const query = `status=${status}`;
      if (!check.reusesList(query, `limit=100&${query}`, `limit=20&${query}`)) {
        await asksForList(check, plainListOf({ status }));
      }
    }
  },

  'list/status-filter': async (check) => {
    const { historyWatch } = check.session;
    // If a list with limit and status has other animals, the filter alone may be the cause.
    const isSuspected = check.session.findingsOf('list/limit-with-status').length > 0;
    for (const status of petStatuses) {
      const isFilteredAlone = historyWatch.listedBefore(`status=${status}`) !== null;
      const isDue = check.session.unreached(check.requirement).some((text) => text.includes(status));
      if (isDue || (isSuspected && !isFilteredAlone)) {
        await check.list({ status });
      }
    }
    check.watched();
  },

  'list/limit-with-status': async (check) => {
    await forExamples(
      check,
      {
        edges: listsOf('list/limit-with-status', check.plan.strength),
        arbitrary: fc
          .record({
            limit: fc.integer({ min: 1, max: 100 }),
            status: fc.constantFrom(...petStatuses),
            isLimitFirst: fc.boolean(),
          })
          .map(plainListOf),
      },
      async (documented) => {
        const { list, answer } = await asksForList(check, documented);
        if (check.isSelected('list/filter-complete')) {
          await filterComesBeforeLimit(check.as('list/filter-complete'), queryOf(list), answer);
        }
      },
    );
    check.watched();
  },

  'list/unique-ids': { unlessExercised: (check) => check.list({ limit: 100 }) },

  'list/agrees-with-get': sameByListAndId,

  'list/limit-out-of-range': (check) =>
    // Without a lower bound, 0 may mean no limit at all.
    observeQueries(check, ['limit=0', 'limit=-1', 'limit=9223372036854775808', 'limit=2147483648']),

  'list/limit-not-integer': async (check) => {
    await observeQueries(check, [
      ...['limit=abc', 'limit=', 'limit=1.5', 'limit=1&limit=2'],
      ...['limit=1e1', 'limit=%205', 'limit=%2B5'],
    ]);
  },

  'list/status-unknown': (check) =>
    observeQueries(check, ['status=adopted', 'status=AVAILABLE', 'status=', 'status=sold&status=pending']),

  'list/pagination': async (check) => {
    const answer = await check.list({ limit: 1 });
    const carriers = [
      'Link',
      'X-Next-Page',
      'X-Next-Cursor',
      'X-Total-Count',
      'X-Page',
      'Content-Range',
    ].filter((name) => headerValue(answer.headers, name) !== undefined);
    const link = headerValue(answer.headers, 'Link');
    check.observe(
      carriers.length === 0
        ? 'no pagination header'
        : `pagination headers: ${carriers.join(', ')}${link === undefined ? '' : ` (Link: ${link.slice(0, 120)})`}`,
      answer,
    );
    const longest = latestList(check);
    if (longest !== undefined && longest.pets.length > 2) {
      check.observe(orderOf(longest.pets), longest.answer);
    }
  },

  'list/unknown-parameter': (check) =>
    observeQueries(check, ['unknown-parameter=1', 'st%61tus=pending', 'limit=%31']),
};
