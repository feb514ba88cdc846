import fc from 'fast-check';
import type { PetReading } from '../src/animals/pet.ts';
import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import type { Answer } from '../src/suite/answer.ts';
import type { Check } from '../src/suite/check.ts';
import { latestList, lengthOf, lengthText, listed, noArray } from '../src/suite/listed.ts';
import { assume } from '../src/suite/outcome.ts';
import { perRun } from '../src/suite/session.ts';
import { once, rule, type Suite, type SuiteCheck, table } from '../src/suite/suite.ts';
import {
  anyList,
  asksForList,
  type DocumentedList,
  defaultIsTwenty,
  listsOf,
  plainListOf,
} from './steps/documented-lists.ts';
import { expectInList } from './steps/expected-in-list.ts';
import {
  filterHoldsLongName,
  filterHoldsOwnAnimals,
  filtersHoldEverything,
  filtersHoldNewestAnimal,
  filtersHoldOwnAnimals,
} from './steps/filter-complete.ts';
import { assumeCompared, compareSuspects, sameByListAndId } from './steps/list-and-id.ts';
import { listingChangesNothing } from './steps/listing-changes-nothing.ts';
import { oldAnimals } from './steps/old-animals.ts';
import { rarestStatus } from './steps/operations.ts';
import { untilOld } from './steps/pauses.ts';
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

/** Lists that the document permits, which must return 200. */
function documented(requirement: Parameters<typeof listsOf>[0]) {
  return {
    smoke: true,
    cases: listsOf(requirement),
    shrinks: anyList,
    test: asksForList,
  } as const;
}

/** How many animals the lists with a limit and a status have shown. */
const filteredAnimals = perRun(() => ({ shown: 0 }));

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

/** The unfiltered list holds the available animals. It may omit others, if available ones are the default. */
async function holdsAvailableOnes(check: Check): Promise<void> {
  const own = check.ownWith('available').slice(0, 10);
  assume(own.length > 0, 'no animal could be created as available: see create/accepts-valid');
  await expectInList(check, { limit: 100, holds: 'available' }, own);
}

/** An animal that shows no status in a filtered list must not be known to have none. */
async function haveAStatus(check: Check, list: Answer): Promise<void> {
  const pet = list.pets?.find((candidate) => candidate.status === undefined);
  const reading = pet === undefined ? null : await check.get(pet.id);
  if (pet !== undefined && reading?.pet?.id === pet.id && reading.pet.status === undefined) {
    check.violated(list, {
      kind: 'no-status',
      message: 'A filtered list contains an animal without a status',
      expected: 'only animals with the status of the filter',
      actual: `id ${pet.id} without a status, in the list as by its id`,
      related: [{ role: 'read by id', exchange: reading.exchange.number }],
    });
  }
}

/** Lists of more than ten animals that still show all: what they omit is missing. */
export const listsOfMiddleLength: Suite = {
  'list/filter-complete, before the store fills': once(
    (check) => filterHoldsOwnAnimals(check, 'available', 100),
    { creates: true },
  ),

  'list/created-pet-listed, before the store fills': once(holdsAvailableOnes, { creates: true }),

  // A list that omits a long name may be cut before it, so this comes after the others.
  'list/filter-complete, a long name': once(filterHoldsLongName, { requests: 2, animals: 1 }),
};

export const list: Suite = {
  'list/created-pet-listed': once(
    async (check) => {
      await check.ownAnimal();
      await holdsAvailableOnes(check);
    },
    { time: 'first', smoke: true },
  ),

  'list/safe': once((check) => listingChangesNothing(check), { time: 'first', smoke: true }),

  // Later the animals of the run may exceed one page, and a cut list decides nothing.
  'list/filter-complete': once(
    (check) => (check.options.readOnly ? filtersHoldEverything(check) : filtersHoldOwnAnimals(check)),
    { time: 'first', smoke: true, requests: 3 },
  ),

  'list/filter-complete, the newest animal': once(filtersHoldNewestAnimal, {
    time: 'first',
    requests: 4,
    animals: 2,
  }),

  'fill the store': once(fillTheStore, { requests: 0, animals: 1 }),

  'list/returns-pets': table(documented('list/returns-pets')),

  'list/limit-accepted': table<DocumentedList>({
    ...documented('list/limit-accepted'),
    control: 'listPets',
    generated: () => fc.integer({ min: 1, max: 100 }).map((limit) => plainListOf({ limit })),
  }),

  'list/limit-bounds-count': once(
    async (check) => {
      const { distinctAnimals } = check.history;
      assume(lengthOf(await check.list({ limit: 1 })) !== null, noArray);
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
      assume([200, 400].includes(answer.status), `a limit of ${limit} returned ${answer.status}`);
    },
  }),

  'list/status-accepted': table({ ...documented('list/status-accepted'), control: 'listPets' }),

  'list/status-filter': rule(),

  'list/status-filter, animals without a status': table({
    cases: petStatuses,
    test: async (check, status) => haveAStatus(check, await check.list({ status })),
  }),

  'list/limit-with-status': table<DocumentedList>({
    ...documented('list/limit-with-status'),
    control: 'listPets',
    generated: () =>
      fc
        .record({
          limit: fc.integer({ min: 1, max: 100 }),
          status: fc.constantFrom(...petStatuses),
          isLimitFirst: fc.boolean(),
        })
        .map(plainListOf),
    test: async (check, one) => {
      const answer = await asksForList(check, one);
      filteredAnimals(check).shown += lengthOf(answer) ?? 0;
    },
    after: async (check) =>
      assume(filteredAnimals(check).shown > 0, 'no list with a limit and a status has an animal'),
  }),

  'list/limit-with-status, a full page': once(fillsOnePage, { requests: 3, creates: false }),

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
    ...['limit=101', 'limit=1000', 'limit=0', 'limit=-1', 'limit=9223372036854775808', 'limit=2147483648'],
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

  // The first checks cover a few new animals. Now the store has many, and some are old.
  'list/filter-complete, later': once(
    async (check) => {
      await untilOld(check, check.history.created[0]);
      await filtersHoldEverything(check);
    },
    { time: 'last', requests: 8 },
  ),

  'list/agrees-with-get, later': once(
    async (check) => {
      await oldAnimals(check);
      await check.list({ limit: 100 });
      await compareSuspects(check);
    },
    { time: 'last' },
  ),
};
