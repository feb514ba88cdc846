import { describe, expect, it } from 'vitest';
import { emptyList, epochIn, preflightOf, service } from './preflight-service.ts';

const allowance = (limit: number, remaining: number, resetInSeconds: number) => ({
  'X-RateLimit-Limit': `${limit}`,
  'X-RateLimit-Remaining': `${remaining}`,
  'X-RateLimit-Reset': epochIn(resetInSeconds),
});
const words = (value: string) => ({ 'X-RateLimit-Limit': value, 'X-RateLimit-Remaining': value });
const halfAnHourAhead = { Date: new Date(Date.now() + 1_800_000).toUTCString() };

it.each<['problem' | 'good' | 'note', string, RegExp, Readonly<Record<string, string>>]>([
  [
    'problem',
    'too small, reset in hours',
    /^50 of 1,000 left, this run needs about 100, and .* resets only at 2/,
    allowance(1000, 50, 36_000),
  ],
  ['good', 'too small, reset soon', /about 1 min of waiting/, allowance(1000, 50, 30)],
  [
    'good',
    'ample',
    /^2,999 of 3,000 left, this run needs about 100[.] With so many left, it also sends up to 880 further cases/,
    allowance(3000, 2999, 30),
  ],
  ['good', 'enough', /^500 of 1,000 left, this run needs about 100$/, allowance(1000, 500, 30)],
  ['good', 'enough, reset in hours', /^500 of 1,000 left.*(?<!waiting)$/, allowance(1000, 500, 36_000)],
  ['good', 'by the clock of the service', /^50 of/, { ...halfAnHourAhead, ...allowance(60, 50, 1_830) }],
  ['note', 'not announced', /./, words('')],
  ['note', 'announced in words', /./, words('many')],
  ['note', 'negative', /./, words('-1')],
])('an allowance is a %s: %s', async (outcome, _what, text, headers) => {
  const { step } = await preflightOf((await service({ ...emptyList, headers })).baseUrl);
  expect(step('allowance')).toMatchObject({ outcome, text: expect.stringMatching(text) });
});

describe('a clock', () => {
  it('is read in the form of asctime, in GMT', async () => {
    const [day, date, month, year, time] = new Date().toUTCString().replace(',', '').split(' ');
    const headers = { Date: `${day} ${month} ${date?.replace(/^0/, ' ')} ${time} ${year}` };
    const { step } = await preflightOf((await service({ ...emptyList, headers })).baseUrl);
    expect(step('clock')?.text).toBe('in sync with this machine');
  });

  it.each([
    [600, 'ahead of'],
    [-600, 'behind'],
  ])('that is %i s off is noted, and is no problem', async (seconds, direction) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    const headers = { Date: date, 'X-RateLimit-Reset': epochIn(seconds + 60) };
    const { step, workingCategories } = await preflightOf((await service({ ...emptyList, headers })).baseUrl);
    expect(step('clock')?.outcome).toBe('note');
    expect(step('clock')?.text).toMatch(new RegExp(`^(599|600|601) s ${direction} this machine;`));
    expect(workingCategories).toEqual([1n]);
  });
});
