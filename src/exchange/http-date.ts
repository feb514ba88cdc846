const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';

/** The forms of RFC 9110 section 5.6.7: the current one, and the obsolete ones of RFC 850 and asctime. */
const forms = [
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>\\d{2}| \\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

let last: { readonly text: string; readonly ms: number | null } = { text: '', ms: null };

/**
 * Parses an HTTP date, which is always in GMT, to ms since 1970, or `null`. Caches the last one, because responses
 * within a second have the same `Date`.
 */
export function readHttpDate(value: string): number | null {
  if (value !== last.text) {
    last = { text: value, ms: parsed(value.trim()) };
  }
  return last.ms;
}

function parsed(text: string): number | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) {
      return instantOf(parts);
    }
  }
  return null;
}

/** `null` for an invalid day or hour; a second of 60 is a leap second. */
function instantOf(parts: Readonly<Record<string, string>>): number | null {
  const [day = 0, hour = 0, minute = 0, second = 0] = ['day', 'hour', 'minute', 'second'].map((part) =>
    Number(parts[part]),
  );
  const year = fullYear(parts['year'] ?? '');
  const monthIndex = months.indexOf(parts['month'] ?? '');
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, day);
  const isDay = date.getUTCMonth() === monthIndex && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second <= 60
    ? date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
    : null;
}

/** A two-digit year more than fifty years ahead belongs to the previous century. */
function fullYear(text: string): number {
  if (text.length === 4) {
    return Number(text);
  }
  const now = new Date().getUTCFullYear();
  const year = now - (now % 100) + Number(text);
  return year > now + 50 ? year - 100 : year;
}
