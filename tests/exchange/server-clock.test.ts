import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHttpDate } from '../../src/exchange/rate-fields.ts';
import { ServerClock } from '../../src/exchange/server-clock.ts';

describe("the server's clock", () => {
  it('is our own if no response had a Date', () => {
    expect(new ServerClock(1000).ours(3000)).toBe(2000);
  });

  it('keeps the closest bound, as long as the answers agree', () => {
    const clock = new ServerClock(0);
    clock.see(100_000, 0, 10);
    expect(clock.theirs(50)).toBe(100_040);
    clock.see(101_000, 500, 600);
    expect(clock.theirs(0)).toBe(100_400);
    // This one allows the same, and tells less.
    clock.see(101_000, 600, 900);
    expect(clock.theirs(0)).toBe(100_400);
    // As the one before at the very most: from 99,400 to 100,400.
    clock.see(101_000, 1600, 1700);
    expect(clock.theirs(0)).toBe(100_400);
    // A millisecond less contradicts it.
    clock.see(101_000, 1601, 1700);
    expect(clock.theirs(0)).toBe(99_300);
  });
});

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The three forms of RFC 9110 section 5.6.7, by a way of their own. */
function formsOf(ms: number): string[] {
  const date = new Date(ms);
  const fixdate = date.toUTCString();
  const [, day = '', month = '', year = '', time = ''] = fixdate.split(' ');
  const weekday = days[date.getUTCDay()] ?? '';
  return [
    fixdate,
    `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
    `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`,
  ];
}

describe('an HTTP date', () => {
  it('is read in each of its three forms, whatever the second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2050, 0) / 1000 - 1 }),
        (seconds) => {
          for (const text of formsOf(seconds * 1000)) {
            expect(readHttpDate(text), text).toBe(seconds * 1000);
          }
        },
      ),
    );
  });

  it.each([
    'Fri, 20 Nov 2026 12:00:30 UTC',
    'Fri, 20 Nov 2026 12:00:30 +0000',
    'Fri, 20 Nov 2026 12:00:30',
    'fri, 20 nov 2026 12:00:30 gmt',
    'Fri, 20 Nov 2026 24:00:30 GMT',
    'Fri, 31 Feb 2026 12:00:30 GMT',
    'Fri, 5 Nov 2026 12:00:30 GMT',
    'Fri Nov 20 12:00:30 2026 GMT',
    'Friday, 20-Nov-2026 12:00:30 GMT',
    '2026-11-20T12:00:30Z',
    '20 Nov 2026 12:00:30 GMT',
    'Mon',
    '',
  ])('is not %j', (text) => {
    expect(readHttpDate(text)).toBeNull();
  });

  it('is nothing that one changed character makes of it, but another date of that form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.nat(28),
        fc.string({ minLength: 1, maxLength: 1 }),
        (seconds, place, character) => {
          const text = new Date(seconds * 1000).toUTCString();
          const changed = text.slice(0, place) + character + text.slice(place + 1);
          const read = readHttpDate(changed);
          // The day of the week is ignored, and a leap second is read as the next second.
          const isLeap = changed.includes(':60 ');
          expect(
            read === null || isLeap || new Date(read).toUTCString().slice(5) === changed.trim().slice(5),
          ).toBe(true);
        },
      ),
    );
  });
});
