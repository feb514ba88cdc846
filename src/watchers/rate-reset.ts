import type { Deviation } from '../verdict/finding.ts';
import type { Notes } from './notes.ts';
import { quoted } from './quoted.ts';
import { isForNoCaller, owesRateHeaders } from './rate-headers.ts';
import { ServerClock, type TimeRange } from './server-clock.ts';
import type { WatchContext } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';
import type { Watcher } from './watcher.ts';

const id = 'rate/reset-is-timestamp';
const allowanceSeconds = 60;
const yearSeconds = 365 * 24 * 3600;

/** rate/reset-is-timestamp: `Reset` is a Unix time in seconds, not past and at most two days off. */
export class RateResetWatcher implements Watcher {
  readonly requirements = [id];
  readonly #clock = new ServerClock();
  readonly #farthestSeconds: number;
  #reached = false;

  constructor({ minuteMs, dayMs }: WatchContext) {
    this.#farthestSeconds = (2 * Math.max(minuteMs, dayMs)) / 1000 + allowanceSeconds;
  }

  see(watched: WatchedExchange, notes: Notes): void {
    const { exchange, rate } = watched;
    if (rate.cached) {
      return;
    }
    const readings = this.#clock.readings(exchange, rate.dateMs);
    if (rate.reset.length === 0 || !owesRateHeaders(watched)) {
      return;
    }
    const noCaller = isForNoCaller(watched);
    this.#reached ||= !noCaller;
    notes.judge(
      id,
      malformed(rate.reset) ?? (noCaller ? null : this.#mistimed(Number(rate.reset[0]), readings)),
    );
  }

  unreached(): readonly string[] {
    return this.#reached ? [] : ['X-RateLimit-Reset on a response to a valid key'];
  }

  #mistimed(reset: number, readings: readonly [TimeRange, ...TimeRange[]]): Deviation | null {
    if (readings.some((range) => reset >= range.earliest && reset <= range.latest + this.#farthestSeconds)) {
      return null;
    }
    const [{ earliest, latest }] = readings;
    const kind =
      reset < earliest
        ? reset < Math.min(yearSeconds, earliest / 2)
          ? 'seconds-to-go'
          : 'in-the-past'
        : reset > latest * 100
          ? 'milliseconds'
          : 'too-far';
    return { kind, message: messages[kind], expected, actual: actual(kind, reset, latest) };
  }
}

const expected = 'a Unix timestamp in seconds, not in the past and at most two days ahead';

const messages = {
  'seconds-to-go': 'X-RateLimit-Reset looks like remaining seconds, not a Unix time',
  'in-the-past': 'X-RateLimit-Reset is in the past',
  milliseconds: 'X-RateLimit-Reset looks like milliseconds',
  'too-far': 'X-RateLimit-Reset is too far in the future',
};

function actual(kind: keyof typeof messages, reset: number, now: number): string {
  switch (kind) {
    case 'seconds-to-go':
      return `looks like remaining seconds: ${reset}`;
    case 'milliseconds':
      return `looks like milliseconds: ${reset}`;
    default:
      return `${reset}, when the server's clock showed ${Math.round(now)}: ${Math.round(Math.abs(reset - now))} s ${reset < now ? 'ago' : 'ahead'}`;
  }
}

function malformed(values: readonly string[]): Deviation | null {
  const [value = ''] = values;
  if (values.length === 1 && /^\d{1,30}$/.test(value)) {
    return null;
  }
  const kind =
    values.length > 1 ? 'repeated' : (shapes.find(([, shape]) => shape.test(value))?.[0] ?? 'not-a-number');
  return {
    kind,
    message: `X-RateLimit-Reset is ${words[kind]}`,
    expected,
    actual: values.map(quoted).join(', ').slice(0, 300),
  };
}

const shapes = [
  ['fraction', /^-?\d+\.\d*$/],
  ['negative', /^-\d+$/],
  ['iso-date', /^\d{4}-\d{2}-\d{2}/],
  ['http-date', /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /],
] as const;

const words = {
  fraction: 'a fraction',
  negative: 'below 0',
  'iso-date': 'a date, not a number',
  'http-date': 'an HTTP date, not a number',
  repeated: 'present more than once',
  'not-a-number': 'not a number',
};
