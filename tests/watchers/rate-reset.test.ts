import { describe, expect, it } from 'vitest';
import { epochMs, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { list, noKey } from './ordinary-shapes.ts';
import { touched } from './rate-evidence.ts';

const now = epochMs / 1000;

const resets: Record<string, string> = {
  'seconds-to-go': '42',
  milliseconds: `${now * 1000 + 60_000}`,
  'iso-date': '2026-06-12T10:01:00Z',
  'http-date': 'Fri, 12 Jun 2026 10:01:00 GMT',
  'in-the-past': `${now - 60}`,
  'too-far': `${now + 3 * 86_400}`,
  negative: '-1',
  'not-a-number': 'soon',
};

describe('rate/reset-is-timestamp', () => {
  it('has this wording', () => {
    const said = [...Object.values(resets), '5.5x'].map((reset) =>
      findingsOf([exchange({ ...list, received: { 'X-RateLimit-Reset': reset } })]),
    );
    const repeated = findingsOf([exchange({ ...list, moreReceived: [['X-RateLimit-Reset', '1']] })]);
    const texts = [...said, repeated].flat().map(({ message, actual }) => `${message}: ${actual}`);
    expect(texts).toMatchInlineSnapshot(`
      [
        "X-RateLimit-Reset looks like remaining seconds, not a Unix time: looks like remaining seconds: 42",
        "X-RateLimit-Reset looks like milliseconds: looks like milliseconds: 1781258460000",
        "X-RateLimit-Reset is a date, not a number: "2026-06-12T10:01:00Z"",
        "X-RateLimit-Reset is an HTTP date, not a number: "Fri, 12 Jun 2026 10:01:00 GMT"",
        "X-RateLimit-Reset is in the past: 1781258340, when the server's clock showed 1781258401: 61 s ago",
        "X-RateLimit-Reset is too far in the future: 1781517600, when the server's clock showed 1781258401: 259199 s ahead",
        "X-RateLimit-Reset is below 0: "-1"",
        "X-RateLimit-Reset is not a number: "soon"",
        "X-RateLimit-Reset is not a number: "5.5x"",
        "X-RateLimit-Reset is present more than once: "1781258460", "1"",
      ]
    `);
    expect(new Set([...said, repeated].flat().map(({ expected }) => expected))).toEqual(
      new Set(['a Unix timestamp in seconds, not in the past and at most two days ahead']),
    );
  });

  it('is repeated if the field is repeated', () => {
    const twice: Shape = { ...list, moreReceived: [['X-RateLimit-Reset', `${now + 60}`]] };
    expect(findingsOf([exchange(twice)])).toMatchObject([
      { requirement: 'rate/reset-is-timestamp', kind: 'repeated' },
    ]);
  });

  it('has evidence in one on a response to a valid key', () => {
    const id = 'rate/reset-is-timestamp';
    expect(touched([noKey])).not.toContain(id);
    expect(touched([list])).toContain(id);
    expect(touched([{ ...list, credential: 'quota-key-1' }])).toContain(id);
  });

  it('needs no Date to see the usual mistakes', () => {
    for (const value of ['42', `${now * 1000 + 60_000}`, `${now - 3600}`]) {
      const shape = { ...list, received: { 'X-RateLimit-Reset': value, Date: null } };
      expect(reportedRequirements([exchange(shape)])).toEqual(['rate/reset-is-timestamp']);
    }
  });
});
