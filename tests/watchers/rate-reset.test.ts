import { describe, expect, it } from 'vitest';
import { context, epochMs, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
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
  it.each(Object.entries(resets))('names the mistake: %s', (kind, value) => {
    const findings = findingsOf([exchange({ ...list, received: { 'X-RateLimit-Reset': value } })]);
    expect(findings).toMatchObject([{ requirement: 'rate/reset-is-timestamp', kind }]);
  });

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

  it('may have a fraction', () => {
    const received = { 'X-RateLimit-Reset': `${now + 60}.25` };
    expect(findingsOf([exchange({ ...list, received })])).toEqual([]);
  });

  it('is repeated if the field is repeated', () => {
    const twice: Shape = { ...list, moreReceived: [['X-RateLimit-Reset', `${now + 60}`]] };
    expect(findingsOf([exchange(twice)])).toMatchObject([
      { requirement: 'rate/reset-is-timestamp', kind: 'repeated' },
    ]);
  });

  it('is no matter of an answer out of a cache, nor of one that owes no headers', () => {
    const soon = { 'X-RateLimit-Reset': 'soon' };
    expect(reportedRequirements([exchange({ ...list, received: { ...soon, Age: '1' } })])).toEqual([]);
    expect(reportedRequirements([exchange({ ...list, received: { ...soon, Age: '0' } })])).toEqual([
      'rate/reset-is-timestamp',
    ]);
    expect(
      reportedRequirements([exchange({ target: '/nothing', status: 403, answer: '', received: soon })]),
    ).toEqual([]);
    expect(touched([{ ...list, received: { 'X-RateLimit-Reset': null } }])).not.toContain(
      'rate/reset-is-timestamp',
    );
  });

  it('has evidence in one on a response to a valid key', () => {
    const id = 'rate/reset-is-timestamp';
    expect(touched([noKey])).not.toContain(id);
    expect(touched([list])).toContain(id);
    expect(touched([{ ...list, credential: 'quota-key-1' }])).toContain(id);
  });

  it('may be as far off as two days of a target, however long those last', () => {
    const quick = { ...context, dayMs: 600_000 };
    const at = (seconds: number) =>
      reportedRequirements(
        [exchange({ ...list, sentAtMs: 0, received: { 'X-RateLimit-Reset': `${now + seconds}` } })],
        quick,
      );
    expect(at(1 + 1200 + 60)).toEqual([]);
    expect(at(1 + 1200 + 61)).toEqual(['rate/reset-is-timestamp']);
  });

  it('needs no Date to see the usual mistakes', () => {
    for (const value of ['42', `${now * 1000 + 60_000}`, `${now - 3600}`]) {
      const shape = { ...list, received: { 'X-RateLimit-Reset': value, Date: null } };
      expect(reportedRequirements([exchange(shape)])).toEqual(['rate/reset-is-timestamp']);
    }
  });
});
