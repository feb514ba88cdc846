import { expect, it } from 'vitest';
import type { Check } from '../../src/suite/check.ts';
import { create } from '../../suites/create.ts';
import { get } from '../../suites/get.ts';
import { filtersHoldOwnAnimals } from '../../suites/steps/filter-complete.ts';
import { sameByListAndId } from '../../suites/steps/list-and-id.ts';
import { listingChangesNothing } from '../../suites/steps/listing-changes-nothing.ts';
import {
  createEach,
  reasonOf,
  type SmallStore,
  storeSession,
  success,
  type Twist,
} from './steps/small-store.ts';

const statuses = ['available', 'pending', 'sold'] as const;
const order: readonly (string | undefined)[] = statuses;

/** The kinds of findings of one requirement, in a store with an animal of each status. */
async function kindsOf(requirement: string, twist: Twist, judge: (check: Check) => Promise<void>) {
  const session = await storeSession(twist);
  const check = session.check(requirement);
  await createEach(check, ...statuses);
  // Whether a store that changes is decided at all is not asked here.
  expect(await reasonOf(judge(check))).toMatch(/^(?:a verdict$|Inconclusive)/);
  return session.findings.filter((finding) => finding.requirement === requirement).map(({ kind }) => kind);
}

function moveOn({ pets }: SmallStore, places: number): void {
  for (const [index, pet] of pets.entries()) {
    const place = order.indexOf(pet.status) + places;
    pets[index] = { ...pet, status: order[place % 3] ?? 'sold' };
  }
}

it.each<[when: string, places: (request: number) => number]>([
  ['with each request', () => 1],
  ['with each request, backwards', () => 2],
  ['with every second request', (request) => request % 2],
  ['with every third request', (request) => (request % 3 === 0 ? 1 : 0)],
  ['now and then', (request) => Math.floor(((request * Math.SQRT2) % 1) * 3)],
])('statuses may change by themselves %s', async (_when, places) => {
  const changing: Twist = ({ method, number }, store) => {
    moveOn(store, method === 'POST' ? 0 : places(number));
    return undefined;
  };
  expect(await kindsOf('list/filter-complete', changing, filtersHoldOwnAnimals)).toEqual([]);
  expect(await kindsOf('list/safe', changing, listingChangesNothing)).toEqual([]);
  const compared = (check: Check) => sameByListAndId(check, 2);
  expect(await kindsOf('list/agrees-with-get', changing, compared)).toEqual([]);
});

it.each([
  ['one status may change', 'pending', []],
  ['two statuses do not change alike', '', ['status-differs']],
])('right after the creation, %s', async (_what, changing, kinds) => {
  const twist: Twist = ({ target }, { pets }) => {
    const pet = pets.find(({ id, status = '' }) => target === `/pets/${id}` && status.startsWith(changing));
    return pet === undefined ? undefined : success({ ...pet, status: 'available' });
  };
  const found = await kindsOf('get/returns-created', twist, async (check) => {
    await create['one of every status']?.run(check.as('one of every status'));
    await get['get/returns-created']?.run(check.as('get/returns-created'));
  });
  expect([...new Set(found)]).toEqual(kinds);
});
