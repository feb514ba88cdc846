import { describe, expect, it } from 'vitest';
import { Check } from '../../../src/suite/check.ts';
import { sendCases } from '../../../src/suite/send-cases.ts';
import { list } from '../../../suites/list.ts';
import {
  anyList,
  asksForList,
  type DocumentedList,
  defaultIsTwenty,
  plainListOf,
} from '../../../suites/steps/documented-lists.ts';
import { failure, kindsOf, reasonOf, storeSession, success, type Twist } from './small-store.ts';

const id = 'list/default-limit';

/** A service that looks for sold animals in the first of the store alone, and shows so many of them without a limit. */
const sold =
  (lookedThrough: number, byDefault: number): Twist =>
  ({ target }, { pets }) => {
    const found = pets.slice(0, lookedThrough).filter(({ status }) => status === 'sold');
    const isDefault = target === '/pets?status=sold';
    return isDefault || /^(?=.*status=sold)(?=.*limit=20)/.test(target)
      ? success(found.slice(0, isDefault ? byDefault : 20))
      : undefined;
  };

const cases: readonly (readonly [string, Twist, readonly string[]])[] = [
  [
    'ten by default are another default limit, and nothing else',
    sold(100, 10),
    [`${id} differs-from-twenty`],
  ],
  ['a filter of the first twenty is no other default', sold(20, 20), []],
  ['all that there is room for', sold(100, 20), []],
];

it.each(cases.flatMap((row) => (['smoke', 'normal'] as const).map((effort) => [effort, ...row] as const)))(
  'at effort %s, %s',
  async (effort, _what, twist, kinds) => {
    const session = await storeSession(twist, {
      effort,
      consistencyGraceMs: 0,
      selected: [id, 'list/filter-complete'],
    });
    for (let count = 0; count < 43; count += 1) {
      await session.check(id).createPlain(count < 18 ? 'available' : 'sold');
    }
    const check = session.check(id);
    expect(await reasonOf(defaultIsTwenty(check))).toBe('a verdict');
    expect(kindsOf(session)).toEqual(kinds);
  },
);

interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What a check says of a store that refuses these requests. */
async function judged(requirement: string, one: DocumentedList, isRefused: (sent: Sent) => boolean) {
  const session = await storeSession((sent) => (isRefused(sent) ? failure(400) : undefined));
  const check = new Check(requirement, 'MUST', session.session);
  const table = { cases: [one], control: 'listPets', shrinks: anyList, test: asksForList } as const;
  const reason = await sendCases(check, table).then(() => null, String);
  const found = session.findings.filter((finding) => finding.requirement.startsWith('list/'));
  return { reason, messages: found.map((finding) => `${finding.requirement}: ${finding.message}`) };
}

const both = plainListOf({ limit: 20, status: 'sold' });

it('the check of both parameters sends both, besides its control', async () => {
  const session = await storeSession();
  const check = session.check('list/limit-with-status');
  await list['list/limit-with-status']?.run(check).catch(() => {});
  const [, ...asked] = session.asked();
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((one) => !(one.includes('limit=') && one.includes('status=')))).toEqual([]);
});

describe('a documented list', () => {
  it.each([
    ['limit', 'list/limit-accepted'],
    ['status', 'list/status-accepted'],
  ])('leaves a refused %s alone to %s', async (name, other) => {
    const { reason, messages } = await judged('list/limit-with-status', both, ({ target }) =>
      target.includes(name === 'limit' ? 'limit=20' : 'status=sold'),
    );
    expect(messages).toEqual([]);
    expect(reason).toContain(`see ${other}`);
  });

  it('is reported for its form alone where that is the cause', async () => {
    const unusual = plainListOf({ accept: null, isCompressed: true, isFresh: true });
    const isWithoutAccept = ({ headers }: Sent) => headers['accept'] === undefined;
    expect(await judged('list/returns-pets', unusual, isWithoutAccept)).toEqual({
      reason: null,
      messages: ['list/returns-pets: GET /pets without Accept returned 400'],
    });
    expect(
      (await judged('list/limit-accepted', { ...unusual, limit: 20 }, isWithoutAccept)).reason,
    ).toContain('see list/returns-pets');
  });
});
