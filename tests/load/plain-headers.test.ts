import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainHeaderReader } from '../../src/load/plain-headers.ts';
import { propertyRuns } from '../property-runs.ts';
import { context, epochMs, exchange, findingsOf } from '../watchers/exchanges.ts';

const sentAtSeconds = epochMs / 1000;
const expectation = { farthestSeconds: 172_800, sentAtSeconds };
const date = new Date(epochMs).toUTCString();

const right: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '5',
  'X-RateLimit-Reset': `${sentAtSeconds + 60}`,
  Date: date,
  'Content-Type': 'application/json',
};

function read(changes: Readonly<Record<string, string | null>>, more: readonly string[] = []) {
  const fields = Object.entries({ ...right, ...changes }).flatMap(([name, value]) =>
    value === null ? [] : [name, value],
  );
  return new PlainHeaderReader().read([...fields, ...more], expectation);
}

describe('PlainHeaderReader', () => {
  it('reads right fields, however their names are written', () => {
    const figures = { limit: 60, remaining: 5, contentType: 'application/json', retryAfter: '' };
    expect(read({})).toEqual(figures);
    const reader = new PlainHeaderReader();
    for (const spelt of ['toLowerCase', 'toUpperCase', 'toLowerCase'] as const) {
      const fields = Object.entries(right).flatMap(([name, value]) => [name[spelt](), value]);
      expect(reader.read(fields, expectation)).toEqual(figures);
    }
  });

  it.each<[string, Record<string, string | null>, string[]?]>([
    ['no Limit', { 'X-RateLimit-Limit': null }],
    [
      'Reset three times, and no Limit',
      { 'X-RateLimit-Limit': null },
      Array(3).fill(['x-ratelimit-reset', '9']).flat(),
    ],
    ['Date twice', {}, ['date', date]],
    ['Content-Type twice', {}, ['content-type', 'application/json']],
    ['Retry-After twice', {}, ['Retry-After', '5', 'retry-after', '5']],
    ['Age', {}, ['Age', '0']],
    ['Content-Encoding', {}, ['Content-Encoding', 'gzip']],
    ['31 digits', { 'X-RateLimit-Limit': '1'.repeat(31) }],
    ['a Date of another form', { Date: new Date(epochMs).toISOString() }],
    ['a Reset too far from Date', { 'X-RateLimit-Reset': `${sentAtSeconds + 172_801}` }],
    ['a Reset too far, without Date', { 'X-RateLimit-Reset': `${sentAtSeconds + 172_801}`, Date: null }],
  ])('leaves %s to the full watch', (_what, changes, more = []) => {
    expect(read(changes, more)).toBeNull();
  });

  it.each<[string, Record<string, string | null>]>([
    ['nothing left', { 'X-RateLimit-Remaining': '0' }],
    ['all left', { 'X-RateLimit-Remaining': '60' }],
    ['thirty digits', { 'X-RateLimit-Limit': '1'.repeat(30) }],
    ['a Reset now', { 'X-RateLimit-Reset': `${sentAtSeconds}` }],
    ['a Reset as far as may be', { 'X-RateLimit-Reset': `${sentAtSeconds + 172_800}` }],
    ['a Reset now, without Date', { 'X-RateLimit-Reset': `${sentAtSeconds}`, Date: null }],
    ['the farthest Reset, without Date', { 'X-RateLimit-Reset': `${sentAtSeconds + 172_800}`, Date: null }],
    ['no Content-Type', { 'Content-Type': null }],
    ['fields of the same length', { 'X-RateLimit-Scope': 'pets', Vary: 'a', Etag: 'b', Via: 'c' }],
  ])('lets %s pass', (_what, changes) => {
    expect(read(changes)).not.toBeNull();
  });

  it.each([
    ['5', '5'],
    ['', ''],
    ['1.5', ''],
    ['-5', ''],
    ['Fri, 12 Jun 2026 10:01:00 GMT', ''],
  ])('reads a Retry-After of %j as %j', (text, retryAfter) => {
    expect(read({ 'Retry-After': text })?.retryAfter).toBe(retryAfter);
  });

  it('passes over a name without a value', () => {
    expect(read({}, ['X-RateLimit-Limit'])).not.toBeNull();
  });

  it('reads a new Date where one comes', () => {
    const reader = new PlainHeaderReader();
    const at = (seconds: number, reset: number) =>
      reader.read(
        Object.entries({
          ...right,
          Date: new Date(seconds * 1000).toUTCString(),
          'X-RateLimit-Reset': `${reset}`,
        }).flat(),
        expectation,
      );
    expect(at(sentAtSeconds, sentAtSeconds + 10)).not.toBeNull();
    expect(at(sentAtSeconds + 20, sentAtSeconds + 10)).toBeNull();
    expect(at(sentAtSeconds + 5, sentAtSeconds + 10)).not.toBeNull();
  });

  it('lets nothing pass that a watcher objects to', () => {
    const texts = '60,0,61,-1,1000, 60,6e1,,5:,60.5,9'.split(',');
    const figure = fc.constantFrom(...texts, `${sentAtSeconds - 1}`, `${sentAtSeconds + 9}`);
    const stamps = ['soon', date.replace(',', ''), date.replace(/GMT/, '+0000'), `x${date}`, `${date} x`];
    const stamp = fc.constantFrom(date, ...stamps, date.toUpperCase(), null);
    const again = fc.constantFrom([], ['x-ratelimit-limit', '60'], ['x-ratelimit-remaining', '5']);
    fc.assert(
      fc.property(figure, figure, figure, stamp, again, (limit, remaining, reset, date, more) => {
        const received = {
          'X-RateLimit-Limit': limit,
          'X-RateLimit-Remaining': remaining,
          'X-RateLimit-Reset': reset,
          Date: date,
        };
        if (read(received, more) !== null) {
          expect(more).toEqual([]);
          const found = findingsOf([exchange({ sentAtMs: 0, received })], { ...context, planLimit: null });
          expect(found).toEqual([]);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
