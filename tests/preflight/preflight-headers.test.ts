import { describe, expect, it } from 'vitest';
import { emptyList, epochIn, preflightOf, service } from './preflight-service.ts';

describe('an allowance', () => {
  const withHeaders = (remaining: number, resetInSeconds: number) =>
    service({
      ...emptyList,
      headers: {
        'X-RateLimit-Limit': '1000',
        'X-RateLimit-Remaining': `${remaining}`,
        'X-RateLimit-Reset': epochIn(resetInSeconds),
      },
    });

  it('that is too small and resets in hours is a problem', async () => {
    const { outcomes, step } = await preflightOf((await withHeaders(50, 36_000)).baseUrl);
    expect(outcomes.at(-1)).toBe('allowance problem');
    expect(step('allowance')?.text).toMatch(
      /^50 of 1,000 left, this run needs about 100, and .* resets only at 2/,
    );
  });

  it('that is too small and resets soon means waiting', async () => {
    const { step } = await preflightOf((await withHeaders(50, 30)).baseUrl);
    expect(step('allowance')).toMatchObject({
      outcome: 'good',
      text: expect.stringContaining('about 1 min of waiting'),
    });
  });

  it('that is ample says how many requests the run may send', async () => {
    const ample = await service({
      ...emptyList,
      headers: {
        'X-RateLimit-Limit': '3000',
        'X-RateLimit-Remaining': '2999',
        'X-RateLimit-Reset': epochIn(30),
      },
    });
    const { step } = await preflightOf(ample.baseUrl);
    expect(step('allowance')?.text).toBe(
      '2,999 of 3,000 left, this run needs about 100. With so many left, it also sends up to 880 further cases (malformed and unusual inputs) if the service responds within 20 ms',
    );
    const less = await preflightOf((await withHeaders(500, 30)).baseUrl);
    expect(less.step('allowance')?.text).toBe('500 of 1,000 left, this run needs about 100');
  });

  it('that resets soon does so by the clock of the service', async () => {
    const headers = {
      Date: new Date(Date.now() + 1_800_000).toUTCString(),
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '50',
      'X-RateLimit-Reset': epochIn(1_830),
    };
    const { step } = await preflightOf((await service({ ...emptyList, headers })).baseUrl);
    expect(step('allowance')?.outcome).toBe('good');
  });

  it('that is large enough is so however late it resets', async () => {
    const { step } = await preflightOf((await withHeaders(500, 36_000)).baseUrl);
    expect(step('allowance')?.text).not.toContain('waiting');
  });

  it('that is not announced, or announced in words, is no problem', async () => {
    for (const value of ['', 'many', '-1']) {
      const headers = { 'X-RateLimit-Limit': value, 'X-RateLimit-Remaining': value };
      const { step } = await preflightOf((await service({ ...emptyList, headers })).baseUrl);
      expect(step('allowance')?.outcome).toBe('note');
    }
  });
});

describe('a clock', () => {
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
