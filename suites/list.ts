import fc from 'fast-check';
import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import type { PetReading } from '../src/history/pet.ts';
import type { Check } from '../src/suite/check.ts';
import { latestList, lengthOf, lengthText, listed } from '../src/suite/listed.ts';
import { assume } from '../src/suite/outcome.ts';
import { once, rule, type Suite, type SuiteCheck, table } from '../src/suite/suite.ts';
import { availableOnesAreListed, judgeEarlyList, untilFirstAnimalIsOld } from './steps/available-listed.ts';
import { defaultIsTwenty } from './steps/default-limit.ts';
import { asksForList, type DocumentedList, listsOf, plainListOf, queryOf } from './steps/documented-lists.ts';
import {
  filterComesBeforeLimit,
  filtersHoldEverything,
  filtersHoldOwnAnimals,
} from './steps/filter-complete.ts';
import { assumeCompared, sameByListAndId } from './steps/list-and-id.ts';
import { listingChangesNothing } from './steps/listing-changes-nothing.ts';
import { rarestStatus } from './steps/rarest-status.ts';
import { fillTheStore } from './steps/valid-creations.ts';

/** Sends queries that the document does not specify, and records the responses. */
function observed(queries: readonly string[]): SuiteCheck {
  return table({
    cases: queries,
    test: async (check, query) => {
      const answer = await check.listByQuery(query);
      check.observe(`${query}: ${lengthText(answer)}`, answer);
    },
  });
}

function orderOf(pets: readonly PetReading[]): string {
  const steps = pets.slice(1).map(({ id }, index) => id > (pets[index]?.id ?? id));
  const isOrdered = steps.every((step) => step === steps[0]);
  return isOrdered
    ? `lists are in ${steps[0] === true ? 'ascending' : 'descending'} order of ids`
    : 'lists are in no order of ids';
}

type FilteredList = (check: Check) => Promise<void>;

/** Sends a list, and looks for animals that a filter omits behind the limit. */
function filtered(documented: DocumentedList): FilteredList {
  return async (check) => {
    const { list, answer } = await asksForList(check, documented);
    if (check.isSelected('list/filter-complete')) {
      await filterComesBeforeLimit(check.as('list/filter-complete'), queryOf(list), answer);
    }
  };
}

/**
 * Lists a status right after the creation of another one, with a limit equal to the number of its animals: a full page
 * without a next one.
 */
async function fillsOnePage(check: Check): Promise<void> {
  const status = rarestStatus(check);
  const whole = await listed(check, { limit: 100, status });
  const count = whole?.pets.length ?? 0;
  if (!check.options.readOnly) {
    await check.createPlain(status === 'sold' ? 'pending' : 'sold');
  }
  if (count > 0 && count < 100) {
    await asksForList(check, plainListOf({ limit: count, status, isLimitFirst: false }));
  }
}

export const list: Suite = {
  'list/created-pet-listed': once(
    async (check) => {
      await check.ownAnimal();
      await availableOnesAreListed(check);
    },
    { time: 'first', smoke: true },
  ),

  'list/safe': once((check) => listingChangesNothing(check), { time: 'first', smoke: true }),

  // Later the animals of the run may exceed one page, and a cut list decides nothing.
  'list/filter-complete': once(
    (check) => (check.options.readOnly ? filtersHoldEverything(check) : filtersHoldOwnAnimals(check)),
    { time: 'first', smoke: true, requests: 3 },
  ),

  'fill the store': once(fillTheStore, { requests: 0, animals: 1 }),

  'list/returns-pets': table({
    smoke: true,
    cases: listsOf('list/returns-pets'),
    test: asksForList,
  }),

  'list/limit-accepted': table({
    smoke: true,
    cases: listsOf('list/limit-accepted'),
    generated: () => fc.integer({ min: 1, max: 100 }).map((limit) => plainListOf({ limit })),
    test: asksForList,
  }),

  'list/limit-bounds-count': once(
    async (check) => {
      const { distinctAnimals } = check.history;
      await check.list({ limit: 1 });
      assume(distinctAnimals > 1, 'the store has too few animals for a list to exceed its limit');
    },
    { smoke: true },
  ),

  'list/default-limit': once(defaultIsTwenty, { smoke: true, storeOf: 21, requests: 2 }),

  'list/never-above-100': table({
    smoke: true,
    storeOf: 101,
    // Just above 100 detects an off-by-one bound.
    cases: [101, 1000],
    test: async (check, limit) => {
      const answer = await check.list({ limit });
      check.as('list/limit-out-of-range').observe(`limit=${limit}: ${lengthText(answer)}`, answer);
      assume([200, 400].includes(answer.status), `a limit of ${limit} returned ${answer.status}`);
    },
  }),

  'list/status-accepted': table({
    smoke: true,
    cases: listsOf('list/status-accepted'),
    test: asksForList,
  }),

  'list/status-filter': table({
    smoke: true,
    cases: petStatuses,
    test: async (check, status) => {
      const answer = await check.list({ status });
      assume((lengthOf(answer) ?? 0) > 0, `no list filtered by ${status} contains an animal`);
    },
  }),

  'list/limit-with-status': table<FilteredList>({
    smoke: true,
    cases: [...listsOf('list/limit-with-status').map(filtered), fillsOnePage],
    generated: () =>
      fc
        .record({
          limit: fc.integer({ min: 1, max: 100 }),
          status: fc.constantFrom(...petStatuses),
          isLimitFirst: fc.boolean(),
        })
        .map((parameters) => filtered(plainListOf(parameters))),
    test: (check, send) => send(check),
    after: async (check) => assume(check.history.distinctAnimals > 0, 'the store has no animal to filter'),
  }),

  'list/unique-ids': rule(),

  'list/agrees-with-get': table({
    smoke: true,
    requests: 4,
    // The newest one, and then one of the run and one of others.
    cases: [1, 2],
    test: sameByListAndId,
    after: async (check) => assumeCompared(check),
  }),

  // Without a lower bound, 0 may mean no limit at all.
  'list/limit-out-of-range': observed([
    ...['limit=0', 'limit=-1', 'limit=9223372036854775808', 'limit=2147483648'],
  ]),

  'list/limit-not-integer': observed([
    ...['limit=abc', 'limit=', 'limit=1.5', 'limit=1&limit=2'],
    ...['limit=1e1', 'limit=%205', 'limit=%2B5'],
  ]),

  'list/status-unknown': observed([
    ...['status=adopted', 'status=AVAILABLE', 'status=', 'status=sold&status=pending'],
  ]),

  'list/pagination': once(async (check) => {
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
  }),

  'list/unknown-parameter': observed(['unknown-parameter=1', 'st%61tus=pending', 'limit=%31']),

  // The first check of the filters covers a few new animals. Now the store has many, and some are old.
  'late readings': once(
    async (check) => {
      await untilFirstAnimalIsOld(check);
      if (check.isSelected('list/created-pet-listed')) {
        await judgeEarlyList(check.as('list/created-pet-listed'));
      }
      if (check.isSelected('list/filter-complete')) {
        await filtersHoldEverything(check.as('list/filter-complete'));
      }
    },
    { time: 'last', requests: 5 },
  ),
};
