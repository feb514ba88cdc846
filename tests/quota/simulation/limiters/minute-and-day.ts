import type { Limiter, Outlook } from './limiter.ts';

/**
 * Admits what both a minute's and a day's counter admit. It tells of the one that has less left; where both are
 * used up, of the one that opens later.
 */
export function minuteAndDay(minute: Limiter, day: Limiter): Limiter {
  return {
    admits: (atMs) => minute.admits(atMs) && day.admits(atMs),
    charge: (atMs) => {
      minute.charge(atMs);
      day.charge(atMs);
    },
    refuse: (atMs) => {
      minute.refuse(atMs);
      day.refuse(atMs);
    },
    outlook: (atMs) => closerToItsEnd(minute.outlook(atMs), day.outlook(atMs)),
  };
}

function closerToItsEnd(minute: Outlook, day: Outlook): Outlook {
  if (minute.remaining === 0 && day.remaining === 0) {
    return minute.retryMs > day.retryMs ? minute : day;
  }
  return day.remaining < minute.remaining ? day : minute;
}
