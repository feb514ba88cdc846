import { describe, expect, it, test } from 'vitest';
import { epochMs, exchange, findingsOf, type Shape } from './exchanges.ts';
import { touched } from './rate-evidence.ts';
import { noKey } from './shapes.ts';

const now = epochMs / 1000;
const farthest = 2 * 86_400 + 60;
const utc = (seconds: number) => new Date(seconds * 1000).toUTCString();

/** A list sent at 10:00:00, with this Reset and this Date. */
function list(reset: number | string, date: string | null, changes: Shape = {}): Shape {
  return {
    sentAtMs: 0,
    durationMs: 0,
    ...changes,
    received: { 'X-RateLimit-Reset': `${reset}`, Date: date },
  };
}

/** The kinds of what is found, oldest first. */
function kinds(...shapes: readonly Shape[]): string[] {
  return findingsOf(shapes.map((shape, index) => exchange({ number: index + 1, ...shape }))).map(
    ({ requirement, kind }) => `${requirement} ${kind}`,
  );
}

const past = ['rate/reset-is-timestamp in-the-past'];
const tooFar = ['rate/reset-is-timestamp too-far'];

describe('Reset, by the Date of its answer', () => {
  it.each([
    [now - 5, []],
    [now - 6, past],
    [now + 1 + farthest, []],
    [now + 2 + farthest, tooFar],
  ])('%i', (reset, expected) => {
    expect(kinds(list(reset, utc(now)))).toEqual(expected);
  });

  it('goes by that however late in the run it is', () => {
    const late: Shape = { sentAtMs: 5_000_000, durationMs: 2000 };
    expect(kinds(list(now + 5000 - 7, utc(now + 5000), late))).toEqual([]);
    expect(kinds(list(now + 5000 - 8, utc(now + 5000), late))).toEqual(past);
  });

  it.each([-899, -900, 900])('of a clock that is %i s off follows that clock alone', (skew) => {
    expect(kinds(list(now + skew, utc(now + skew)))).toEqual([]);
    expect(kinds(list(now + skew - 6, utc(now + skew)))).toEqual(past);
  });

  it('of a clock that can hardly be right may follow ours as well', () => {
    expect(kinds(list(now, utc(now + 901)))).toEqual([]);
    expect(kinds(list(now - 600, utc(now + 901)))).toEqual([]);
    expect(kinds(list(now - 601, utc(now + 901)))).toEqual(past);
    expect(kinds(list(now - 901, utc(now - 901)))).toEqual([]);
    expect(kinds(list(now + 600 + farthest, utc(now - 901)))).toEqual([]);
  });
});

describe('Reset, without a Date', () => {
  it.each([
    [now - 600, []],
    [now - 601, past],
    [now + 600 + farthest, []],
    [now + 601 + farthest, tooFar],
  ])('%i', (reset, expected) => {
    expect(kinds(list(reset, null))).toEqual(expected);
  });

  it.each([
    ['42', 'seconds-to-go'],
    [`${now * 1000 + 60_000}`, 'milliseconds'],
  ])('%s is %s', (reset, kind) => {
    expect(kinds(list(reset, null))).toEqual([`rate/reset-is-timestamp ${kind}`]);
  });

  it('may be as much later as the answer took', () => {
    expect(kinds(list(now + 609 + farthest, null, { durationMs: 9000 }))).toEqual([]);
    expect(kinds(list(now + 610 + farthest, null, { durationMs: 9000 }))).toEqual(tooFar);
  });

  it('goes by the clock that was shown before, five seconds either way, or by ours', () => {
    const shown = list(now - 800, utc(now - 800));
    expect(kinds(shown, list(now - 805, null))).toEqual([]);
    expect(kinds(shown, list(now - 806, null))).toEqual(past);
    expect(kinds(shown, list(now + 600 + farthest, null))).toEqual([]);
    const ahead = list(now + 800, utc(now + 800));
    expect(kinds(ahead, list(now + 805 + farthest, null))).toEqual([]);
    expect(kinds(ahead, list(now + 806 + farthest, null))).toEqual(tooFar);
    expect(kinds(ahead, list(now - 600, null))).toEqual([]);
  });

  it('is judged by no Date from a cache', () => {
    const cached = list(now - 800, utc(now - 800));
    const aged = { ...cached, received: { ...cached.received, Age: '800' } };
    expect(kinds(aged, list(now - 805, null))).toEqual(past);
  });
});

describe('a Date', () => {
  const hourAgo = now - 3600;

  it('is believed if it is an HTTP date', () => {
    expect(kinds(list(hourAgo, 'Fri, 12 Jun 2026 09:00:00 GMT'))).toEqual([]);
    expect(kinds(list(hourAgo, '2026-06-12T09:00:00Z'))).toEqual(past);
  });
});

describe('what Reset looks like', () => {
  it.each([
    ['31535999', 'seconds-to-go'],
    ['31536000', 'in-the-past'],
    [`${(now + 1) * 100}`, 'too-far'],
    [`${(now + 1) * 100 + 1}`, 'milliseconds'],
    ['9'.repeat(30), 'milliseconds'],
    ['9'.repeat(31), 'malformed'],
    ['-5', 'malformed'],
    ['5.', 'malformed'],
    ['-5.5', 'malformed'],
    ['5.5x', 'malformed'],
    ['2026-06-12', 'malformed'],
    ['Fri Jun 12 10:01:00 2026', 'malformed'],
    ['', 'malformed'],
  ])('%s is %s', (reset, kind) => {
    expect(kinds(list(reset, utc(now)))).toEqual([`rate/reset-is-timestamp ${kind}`]);
  });

  it('is detected by the clock of a server that begins at 1970', () => {
    const start = 'Thu, 01 Jan 1970 00:10:00 GMT';
    expect(kinds(list(297, start))).toEqual(['rate/reset-is-timestamp seconds-to-go']);
    expect(kinds(list(298, start))).toEqual(past);
  });

  it('is repeated if the field is repeated', () => {
    const twice = list(now, utc(now), { moreReceived: [['X-RateLimit-Reset', `${now + 60}`]] });
    expect(kinds(twice)).toEqual(['rate/reset-is-timestamp repeated']);
  });
});

test('Reset has evidence in an answer to a valid key', () => {
  const id = 'rate/reset-is-timestamp';
  expect(touched([noKey])).not.toContain(id);
  expect(touched([list(now, null)])).toContain(id);
  expect(touched([{ ...list(now, null), credential: 'quota-key-1' }])).toContain(id);
});
