import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlanLimit, planLimitsWith, plans } from '../../../src/cli/parse/plan-limit.ts';
import { refusal } from '../given.ts';

function stated(text: string) {
  return { value: parsePlanLimit(text), label: '--plan-limit' };
}

describe('limits of plans', () => {
  test('every PLAN=MINUTE/DAY is read', () => {
    const figure = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.constantFrom(...plans), figure, figure, (plan, one, other) => {
        const [perMinute, perDay] = [Math.min(one, other), Math.max(one, other)];
        expect(parsePlanLimit(`${plan}=${perMinute}/${perDay}`)).toEqual({
          plan,
          perMinute,
          perDay,
        });
      }),
    );
  });

  test.each([
    ['enterprise', /is not PLAN=MINUTE\/DAY: write e.g. enterprise=5000\/1000000/],
    ['enterprise=5000', /is not PLAN=MINUTE\/DAY/],
    ['enterprize=5000/1000000', /did you mean enterprise\?/],
    ['free=0/1000', /per minute: "0" is not a whole number/],
    ['free=60/-1', /per day: "-1" is not a whole number/],
    ['free=60/1,000', /per day: "1,000" is not a whole number/],
    ['free=60/1000/5', /per day/],
    ['free=61/60', /"free=61\/60" grants less per day than per minute/],
    ['=1/2', /not one of free, pro, business, enterprise/],
  ])('%s is refused', (text, message) => {
    expect(refusal(() => parsePlanLimit(text))).toMatch(message);
  });

  test('what the user states takes the place of what the document shows', () => {
    expect(planLimitsWith([stated('free=5/50'), stated('enterprise=7/70')])).toEqual({
      free: { perMinute: 5, perDay: 50 },
      pro: { perMinute: 300, perDay: 10_000 },
      business: { perMinute: 1_000, perDay: 100_000 },
      enterprise: { perMinute: 7, perDay: 70 },
    });
    expect(planLimitsWith([]).enterprise).toBeUndefined();
  });

  test('limits of one plan passed twice are refused', () => {
    expect(refusal(() => planLimitsWith([stated('free=5/50'), stated('free=6/60')]))).toContain(
      'passed twice',
    );
  });
});
