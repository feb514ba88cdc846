import { describe, expect, test } from 'vitest';
import { exchange } from '../report/made-up-run.ts';
import { baseUrl, browserEntry, entry, exchangesOf, harText, read } from './har-text.ts';

describe('the clock of a recording', () => {
  test('a recording whose clock was adjusted has no order', () => {
    const at = (startedDateTime: string) =>
      entry({
        startedDateTime,
        time: 20,
        response: { status: 200, headers: [{ name: 'Date', value: 'Fri, 12 Jun 2026 10:00:00 GMT' }] },
      });
    const times = ['2026-06-12T10:00:00.123Z', '2026-06-12T10:00:00.456Z', '2031-06-12T10:00:00.789Z'];
    expect(read(harText(times.map(at)))).toMatchObject({ isOrdered: false, isTimed: false });
    expect(read(harText(times.slice(0, 2).map(at)))).toMatchObject({ isOrdered: true, isTimed: true });
  });

  test('times that are coarse or that jump are not relied upon', () => {
    const at = (startedDateTime: string, date: string) => {
      const made = entry({ startedDateTime });
      return {
        ...made,
        response: { ...(made['response'] as object), headers: [{ name: 'Date', value: date }] },
      };
    };
    const steady = [
      at('2026-01-01T10:00:00.100Z', 'Thu, 01 Jan 2026 10:00:05 GMT'),
      at('2026-01-01T10:00:09.300Z', 'Thu, 01 Jan 2026 10:00:14 GMT'),
    ];
    expect(read(harText(steady)).isTimed).toBe(true);
    const jumped = [...steady, at('2026-01-01T10:00:10.500Z', 'Thu, 01 Jan 2026 10:01:15 GMT')];
    expect(read(harText(jumped)).isTimed).toBe(false);
    const coarse = ['00', '01', '02'].map((second) =>
      entry({ startedDateTime: `2026-01-01T10:00:${second}Z` }),
    );
    expect(read(harText(coarse)).isTimed).toBe(false);
  });
});

describe('the keys of a recording', () => {
  test('keys are distinguished by their responses, and none is left in the record', () => {
    const withKey = (key: string, status: number) => {
      const made = exchange(1, 'x');
      const request = {
        ...made.request,
        headers: [
          ['Authorization', `Bearer ${key}`],
          ['X-Copy', key],
        ] as const,
      };
      const headers = [['Content-Type', 'application/json']] as const;
      const response = { ...made.response, status, headers, body: `"${key}"` };
      return browserEntry({ ...made, request, response: response as NonNullable<typeof made.response> });
    };
    const keys = { main: 'main-Key-8k2Jx7', other: 'other-Key-3m9Qp1', bad: 'bad-Key-5v7Tz4' };
    const text = harText([
      withKey(keys.main, 200),
      withKey(keys.main, 201),
      withKey(keys.other, 200),
      withKey(keys.bad, 401),
    ]);
    const exchanges = exchangesOf(read(text));
    expect(exchanges.map(({ request }) => [request.credential, request.headers.at(-2)?.[1]])).toEqual([
      ['api-key', 'Bearer $ANIMAL_STORE_API_KEY'],
      ['api-key', 'Bearer $ANIMAL_STORE_API_KEY'],
      ['quota-key-1', 'Bearer $ANIMAL_STORE_QUOTA_KEY_1'],
      ['invalid', 'Bearer $ANIMAL_STORE_INVALID_KEY'],
    ]);
    for (const key of Object.values(keys)) {
      expect(JSON.stringify(exchanges)).not.toContain(key);
    }
  });

  test.each([
    'Bearer [REDACTED]',
    'Bearer ********',
    'Bearer xxxxxxxxxxxxxxxx',
    'Bearer <api-key>',
    'Bearer REDACTED',
    'Bearer {{token}}',
    '[FILTERED]',
    'Bearer ...',
  ])('a mask is no key: %s', (value) => {
    const masked = (status: number) =>
      entry({
        startedDateTime: `2026-06-12T10:00:0${status % 10}.000Z`,
        request: { method: 'GET', url: `${baseUrl}/pets`, headers: [{ name: 'Authorization', value }] },
        response: { status, headers: [{ name: 'Date', value: 'now' }] },
      });
    const traffic = read(harText([masked(200), masked(401)]));
    expect(exchangesOf(traffic).map(({ request }) => request.credential)).toEqual([
      'quota-key-1',
      'quota-key-1',
    ]);
    expect(traffic).toMatchObject({ areKeysRemoved: true, secrets: [] });
    expect(traffic.notes[0]).toMatch(/^keys were taken out of requests, or replaced by a mask/);
  });
});
