import { expect, it } from 'vitest';
import { defaultIsTwenty } from '../../../suites/steps/default-limit.ts';
import { kindsOf, reasonOf, storeSession, success, type Twist } from './small-store.ts';

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
