import { describe, expect, test } from 'vitest';
import { entry, harText, read } from './har-text.ts';

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
