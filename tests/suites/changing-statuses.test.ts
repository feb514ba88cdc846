import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/suite/check.ts';
import { create } from '../../suites/create.ts';
import { get } from '../../suites/get.ts';
import { filtersHoldOwnAnimals } from '../../suites/steps/filter-complete.ts';
import { sameByListAndId } from '../../suites/steps/list-and-id.ts';
import { listingChangesNothing } from '../../suites/steps/listing-changes-nothing.ts';
import { ReportingCheck } from '../suite/reporting-check.ts';
import { type ServiceAnswer, type ServiceRequest, startService } from '../suite/service.ts';
import { testSession } from '../suite/test-session.ts';

const statuses = ['available', 'pending', 'sold'] as const;

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

interface Conduct {
  /** By how many places each request, from the one after the last creation on, moves every status on. */
  readonly step?: (request: number) => number;
  /** What a list, filtered or not, is made of. */
  readonly listed?: (pets: readonly Shown[], query: URLSearchParams) => readonly Shown[];
  /** By how many places each list moves every status on. */
  readonly listStep?: number;
  /** The status that an animal reads with by its id. */
  readonly read?: (status: string) => string;
}

/** A store whose animals change their status by themselves, as often as it is asked. */
async function store({ step = () => 0, listed, listStep = 0, read = (status) => status }: Conduct) {
  const names: { readonly name: string; readonly place: number }[] = [];
  let moved = 0;
  const show = (index: number): Shown => ({
    id: index + 1,
    name: names[index]?.name ?? '',
    categoryId: 1,
    status: statuses[((names[index]?.place ?? 0) + moved) % 3] ?? 'sold',
  });
  return startService(({ method, target, body, number }: ServiceRequest): ServiceAnswer => {
    if (method === 'POST') {
      const { name, status } = JSON.parse(body);
      names.push({ name, place: statuses.indexOf(status) - moved + 3_000_000 });
      return { status: 201, body: JSON.stringify(show(names.length - 1)) };
    }
    moved += step(number);
    const url = new URL(target, 'http://store');
    if (url.pathname !== '/pets') {
      const pet = show(Number(url.pathname.slice('/pets/'.length)) - 1);
      return { status: 200, body: JSON.stringify({ ...pet, status: read(pet.status) }) };
    }
    const pets = names.map((_, index) => show(index));
    const wanted = url.searchParams.get('status');
    const list = pets.filter(({ status }) => wanted === null || status === wanted);
    moved += listStep;
    return { status: 200, body: JSON.stringify(listed?.(list, url.searchParams) ?? list) };
  });
}

/** What a piece of work reports of a store that holds an animal of every status. */
async function kindsOf(requirement: string, conduct: Conduct, work: (check: Check) => Promise<void>) {
  const service = await store(conduct);
  const test = testSession(service.baseUrl);
  const check = new ReportingCheck(requirement, 'MUST', test.session);
  for (const status of statuses) {
    await check.createPlain(status);
  }
  // A change that is seen is not always decided: that is not asked here.
  await work(check).catch((error: unknown) =>
    expect(error).toMatchObject({ name: expect.stringMatching(/^(?:Inconclusive|Violation)$/) }),
  );
  return test.findings.filter((finding) => finding.requirement === requirement).map(({ kind }) => kind);
}

const steps: readonly (readonly [name: string, step: (request: number) => number])[] = [
  ['with each request', () => 1],
  ['with each request, backwards', () => 2],
  ['with every second request', (request) => request % 2],
  ['with every third request', (request) => (request % 3 === 0 ? 1 : 0)],
  ['now and then', (request) => Math.floor(((request * Math.SQRT2) % 1) * 3)],
];

describe('statuses that change by themselves', () => {
  it.each(steps)('%s are not missing from filtered lists', async (_name, step) => {
    expect(await kindsOf('list/filter-complete', { step }, filtersHoldOwnAnimals)).toEqual([]);
  });

  it.each(steps)('%s are not changed by lists', async (_name, step) => {
    expect(await kindsOf('list/safe', { step }, listingChangesNothing)).toEqual([]);
  });

  it.each(steps)('%s may read otherwise in lists', async (_name, step) => {
    expect(await kindsOf('list/agrees-with-get', { step }, (check) => sameByListAndId(check, 2))).toEqual([]);
  });
});

/** Creates animals as a run does, and judges how they read right after that. */
async function createdAndRead(check: Check): Promise<void> {
  await create['one of every status']?.run(check.as('one of every status'));
  await get['get/returns-created']?.run(check.as('get/returns-created'));
}

describe('statuses that change right after the creation', () => {
  it('may do so if it is one status', async () => {
    const read: Conduct['read'] = (status) => (status === 'pending' ? 'available' : status);
    expect(await kindsOf('get/returns-created', { read }, createdAndRead)).toEqual([]);
  });

  it('are found if there are two', async () => {
    const kinds = await kindsOf('get/returns-created', { read: () => 'available' }, createdAndRead);
    expect(new Set(kinds)).toEqual(new Set(['status-differs']));
  });
});

describe('a store that keeps its statuses', () => {
  it('is found to leave an animal out of a filtered list', async () => {
    const listed: Conduct['listed'] = (pets, query) => (query.get('status') === 'sold' ? [] : pets);
    expect(await kindsOf('list/filter-complete', { listed }, filtersHoldOwnAnimals)).toEqual([
      'sold-missing',
    ]);
  });

  it('but for those that it lists is found to change them', async () => {
    expect(await kindsOf('list/safe', { listStep: 1 }, listingChangesNothing)).toEqual(['status-changed']);
  });

  it('is found to list others', async () => {
    const listed: Conduct['listed'] = (pets) => pets.map((pet) => ({ ...pet, status: 'sold' }));
    const kinds = await kindsOf('list/agrees-with-get', { listed }, (check) => sameByListAndId(check, 2));
    expect(new Set(kinds)).toEqual(new Set(['status-differs']));
  });
});
