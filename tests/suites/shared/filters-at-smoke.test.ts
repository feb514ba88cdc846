import { describe, expect, it } from 'vitest';
import type { Check } from '../../../src/runner/check.ts';
import { listed } from '../../../src/runner/listed.ts';
import { filterFillsDefaultPage, filtersHoldOwnAnimals } from '../../../suites/shared/whole-and-filters.ts';
import { filtered, id, statuses } from './filtered-session.ts';
import { createEach, failure, kindsOf, reasonOf, storeSession, success, type Twist } from './small-store.ts';

type Status = (typeof statuses)[number];

interface Setting {
  readonly twist?: Twist;
  readonly effort?: 'smoke' | 'normal';
  /** How many animals of others have each status, in the order of their ids. */
  readonly others?: Partial<Record<Status, number>>;
  readonly own?: readonly Status[];
  readonly wholeLimit?: number;
}

/** A check of a store of others' animals and the run's own, after which a list of all of them was asked for. */
async function afterWholeList({ twist, effort = 'smoke', others = {}, own = [], wholeLimit }: Setting) {
  const session = await storeSession(twist, {
    effort,
    consistencyGraceMs: 0,
    selected: [id, 'list/created-pet-listed'],
  });
  for (const status of statuses) {
    for (let count = others[status] ?? 0; count > 0; count -= 1) {
      session.store.add('Tom', status);
    }
  }
  const check = session.check(id);
  await createEach(check, ...own);
  await listed(check, { limit: wholeLimit ?? 100 });
  return { session, check };
}

/** What comes of the filters at the end of such a run. */
async function judged(setting: Setting, before: (check: Check) => void = () => {}) {
  const { session, check } = await afterWholeList(setting);
  before(check);
  const sent = session.asked().length;
  const reason = await reasonOf(filtersHoldOwnAnimals(check));
  return { reason, kinds: kindsOf(session), asked: session.asked().slice(sent) };
}

const cut = (status: Status) =>
  `the list filtered by ${status} may be cut: it has as many animals as its limit or announces more, or no list of this service is longer and larger; use a store of fewer than 100 animals`;

describe('filters at effort smoke', () => {
  const lackingSold: Setting = {
    twist: filtered('sold', () => []),
    others: { sold: 1 },
    own: ['available', 'pending'],
  };

  it('hold what the list of all has shown, which at other efforts has its own check', async () => {
    expect(await judged(lackingSold)).toMatchObject({ reason: 'a verdict', kinds: [`${id} sold-missing`] });
    expect(await judged({ ...lackingSold, effort: 'normal' })).toMatchObject({
      reason: 'Inconclusive: no animal with status sold is known',
      kinds: [],
    });
  });

  it('do not hold what something else may have changed since', async () => {
    const { reason, kinds } = await judged({ ...lackingSold, others: {}, own: statuses }, (check) => {
      for (const animal of check.session.history.created) {
        animal.tainted = animal.creation?.sent.status === 'sold';
      }
    });
    expect(reason).toBe('Inconclusive: no animal with status sold is known');
    expect(kinds).toEqual([]);
  });

  it('take a limit of 100 for the status of refused creations, where twenty would cut its list', async () => {
    const many = await judged({ others: { available: 19, pending: 25 }, own: statuses });
    expect(many.asked).toEqual([
      'GET /pets?limit=100&status=available',
      'GET /pets?status=pending',
      'GET /pets?status=sold',
    ]);
    const few = await judged({ others: { available: 18 }, own: statuses });
    expect(few.asked).toEqual(statuses.map((status) => `GET /pets?status=${status}`));
  });

  it('ask for limit and status alone where both together are refused', async () => {
    const { reason, kinds, asked } = await judged({
      twist: ({ target }) => (/limit.*status|status.*limit/.test(target) ? failure(400) : undefined),
      others: { available: 19 },
      own: statuses,
    });
    expect(kinds).toContain('list/limit-with-status status-400');
    // The first one is repeated on a fresh connection.
    expect(asked.slice(0, 3)).toEqual([
      'GET /pets?limit=100&status=available',
      'GET /pets?limit=100&status=available',
      'GET /pets?status=available&limit=100',
    ]);
    expect(asked.slice(3, 6).sort()).toEqual([
      'GET /pets?limit=100',
      'GET /pets?limit=100&status=available',
      'GET /pets?status=available',
    ]);
    expect(reason).toBe('Inconclusive: the list filtered by available is not an array');
  });

  it('are decided by one list that is not cut', async () => {
    const others = { pending: 25, sold: 25 };
    expect((await judged({ others, own: statuses })).reason).toBe('a verdict');
    expect((await judged({ others, own: statuses, effort: 'normal' })).reason).toBe(
      `Inconclusive: ${cut('pending')}; ${cut('sold')}`,
    );
  });

  it('are undecided where all lists are cut, or a status has no animal', async () => {
    const full = await judged({ others: { available: 101, pending: 25, sold: 25 }, own: statuses });
    expect(full.reason).toBe(`Inconclusive: ${statuses.map(cut).join('; ')}`);
    const empty = await judged({ others: { pending: 25 }, own: ['available', 'pending'] });
    expect(empty.reason).toBe(`Inconclusive: ${cut('pending')}; no animal with status sold is known`);
  });

  it('say it of the list of all too where that lacks the same animal', async () => {
    const twist: Twist = ({ method, target }, { pets }) => {
      const { searchParams } = new URL(target, 'http://store');
      const status = searchParams.get('status');
      const left = pets.filter((pet) => pet.status !== 'sold' && (status === null || pet.status === status));
      return method === 'GET' && target.startsWith('/pets?')
        ? success(left.slice(0, Number(searchParams.get('limit') ?? 20)))
        : undefined;
    };
    const { kinds } = await judged({ twist, others: { pending: 30 }, own: statuses, wholeLimit: 25 });
    expect(kinds).toEqual([`${id} sold-missing`, 'list/created-pet-listed not-listed']);
  });
});

describe('a list of a status that could hold more, at effort smoke', () => {
  /** Of the first twenty animals those that have the status. */
  const cutFirst: Twist = ({ target }, { pets }) =>
    target === '/pets?status=sold'
      ? success(pets.slice(0, 20).filter((pet) => pet.status === 'sold'))
      : undefined;

  /** What is found, and asked for, once a list of the sold animals has come. */
  async function found(setting: Setting, query: { readonly limit?: number } = {}) {
    const { session, check } = await afterWholeList(setting);
    await listed(check, { ...query, status: 'sold' });
    const sent = session.asked().length;
    await filterFillsDefaultPage(check, 'sold');
    const asked = session.asked().slice(sent);
    await filterFillsDefaultPage(check, 'sold');
    const again = session.asked().length - sent - asked.length;
    return { missing: session.findings.map(({ expected }) => expected), asked, again };
  }
  const nothing = { missing: [], asked: [], again: 0 };

  it('was cut before it was filtered where it lacks what the list of all shows', async () => {
    const { missing, asked, again } = await found({ twist: cutFirst, others: { available: 18, sold: 3 } });
    expect(missing).toEqual(['id 201 in the list']);
    expect(new Set(asked)).toEqual(new Set(['GET /pets?status=sold', 'GET /pets/201']));
    expect(again).toBe(0);
  });

  it.each<[string, Setting, { readonly limit?: number }]>([
    ['where it holds all that are known', { others: { available: 18, sold: 3 } }, {}],
    ['where it may be cut itself', { others: { available: 18, sold: 25 } }, {}],
    [
      'where none was asked for without a limit',
      { twist: cutFirst, others: { available: 18, sold: 3 } },
      { limit: 1 },
    ],
    ['of animals that have another status', { twist: cutFirst, others: { available: 25, pending: 3 } }, {}],
  ])('says nothing %s', async (_where, setting, query) => {
    expect(await found(setting, query)).toEqual(nothing);
  });
});
