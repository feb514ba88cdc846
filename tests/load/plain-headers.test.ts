import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainHeaderReader } from '../../src/load/plain-headers.ts';
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
    ['no Remaining', { 'X-RateLimit-Remaining': null }],
    ['no Reset', { 'X-RateLimit-Reset': null }],
    ['Limit twice', {}, ['x-ratelimit-limit', '60']],
    ['Remaining twice', {}, ['x-ratelimit-remaining', '5']],
    ['Reset twice', {}, ['x-ratelimit-reset', `${sentAtSeconds + 60}`]],
    ['Limit twice, and no Remaining', { 'X-RateLimit-Remaining': null }, ['x-ratelimit-limit', '60']],
    [
      'Limit three times, and no Remaining',
      { 'X-RateLimit-Remaining': null },
      ['x-ratelimit-limit', '60', 'x-ratelimit-limit', '60'],
    ],
    [
      'Remaining three times, and no Reset',
      { 'X-RateLimit-Reset': null },
      ['x-ratelimit-remaining', '5', 'x-ratelimit-remaining', '5'],
    ],
    ...[
      'Fri 12 Jun 2026 10:00:00 GMT',
      'Fri, 2 Jun 2026 10:00:00 GMT',
      'Fri, 12 jun 2026 10:00:00 GMT',
      'Fri, 12 June 2026 10:00:00 GMT',
      'Fri, 12 JUN 2026 10:00:00 GMT',
      'Fri, 12 Jun 26 10:00:00 GMT',
      'Fri, 12 Jun 2026 9:00:00 GMT',
      'Fri, 12 Jun 2026 10:0:00 GMT',
      'Fri, 12 Jun 2026 10:00:0 GMT',
      'Fri, 12 Jun 2026 10:00:00 +0000',
    ].map((text): [string, Record<string, string>] => [`a Date written ${text}`, { Date: text }]),
    ['Date twice', {}, ['date', date]],
    ['Content-Type twice', {}, ['content-type', 'application/json']],
    ['Retry-After twice', {}, ['Retry-After', '5', 'retry-after', '5']],
    ['Age', {}, ['Age', '0']],
    ['Content-Encoding', {}, ['Content-Encoding', 'gzip']],
    ['a Limit of 0', { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' }],
    ['more left than the limit', { 'X-RateLimit-Remaining': '61' }],
    ['an empty figure', { 'X-RateLimit-Remaining': '' }],
    ['a sign', { 'X-RateLimit-Remaining': '-5' }],
    ['a character behind the digits', { 'X-RateLimit-Remaining': '5:' }],
    ['a fraction', { 'X-RateLimit-Limit': '60.5' }],
    ['31 digits', { 'X-RateLimit-Limit': '1'.repeat(31) }],
    ['a Reset that is no figure', { 'X-RateLimit-Reset': `${sentAtSeconds + 60}.5` }],
    ['a Reset before Date', { 'X-RateLimit-Reset': `${sentAtSeconds - 1}` }],
    ['a Reset too far from Date', { 'X-RateLimit-Reset': `${sentAtSeconds + 172_801}` }],
    ['a Reset before it was sent, without Date', { 'X-RateLimit-Reset': `${sentAtSeconds - 1}`, Date: null }],
    ['a Reset too far, without Date', { 'X-RateLimit-Reset': `${sentAtSeconds + 172_801}`, Date: null }],
    ['a Date that is none', { Date: 'yesterday' }],
    ['a Date of another form', { Date: new Date(epochMs).toISOString() }],
    ['a Date with more in front', { Date: `x${date}` }],
    ['a Date with more behind', { Date: `${date} x` }],
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
    const figure = fc.constantFrom(
      '60',
      '0',
      '61',
      '-1',
      '1000',
      ' 60',
      '6e1',
      '',
      `${sentAtSeconds + 9}`,
      '9',
    );
    fc.assert(
      fc.property(
        figure,
        figure,
        figure,
        fc.constantFrom(date, 'soon', null),
        (limit, left, reset, stamp) => {
          const received = {
            'X-RateLimit-Limit': limit,
            'X-RateLimit-Remaining': left,
            'X-RateLimit-Reset': reset,
            Date: stamp,
          };
          if (read(received) !== null) {
            const found = findingsOf([exchange({ sentAtMs: 0, received })], { ...context, planLimit: null });
            expect(found).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
