import type { Exchange } from '../exchange/exchange.ts';
import { dateSkewMs } from '../exchange/server-clock.ts';
import type { Deviation } from '../verdict/finding.ts';
import { quoted } from './quoted.ts';
import { isForNoCaller, owesRateHeaders } from './rate-headers.ts';
import type { Notes, WatchContext } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'rate/reset-is-timestamp';
const allowanceSeconds = 60;
const yearSeconds = 365 * 24 * 3600;

/** rate/reset-is-timestamp: `Reset` is a Unix time in seconds, not past and at most two days off. */
export class RateResetWatcher {
  /** The difference of the server's clock to the local one by the newest Date, in seconds. */
  #skewSeconds: number | null = null;
  readonly #farthestSeconds: number;

  constructor({ minuteMs, dayMs }: WatchContext) {
    this.#farthestSeconds = (2 * Math.max(minuteMs, dayMs)) / 1000 + allowanceSeconds;
  }

  see(watched: WatchedExchange, notes: Notes): void {
    const { exchange, rate } = watched;
    if (rate.cached) {
      return;
    }
    if (rate.reset.length > 0 && owesRateHeaders(watched)) {
      const noCaller = isForNoCaller(watched);
      const isMalformed = rate.reset.length > 1 || rate.resetFigure === null;
      if (isMalformed) {
        notes.judge(id, malformed(rate.reset));
      } else if (!noCaller) {
        notes.judge(id, this.#mistimed(rate.resetFigure, exchange, rate.dateMs));
      }
    }
    this.#skewSeconds = skewOf(exchange, rate.dateMs) ?? this.#skewSeconds;
  }

  #mistimed(reset: number, exchange: Exchange, dateMs: number | null): Deviation | null {
    const isWithin = ({ earliest, latest }: TimeRange) =>
      reset >= earliest && reset <= latest + this.#farthestSeconds;
    // The usual case, which does not need the local clock.
    if (dateMs !== null && isWithin(stated(exchange, dateMs))) {
      return null;
    }
    const readings = this.#readings(exchange, dateMs);
    if (readings.some(isWithin)) {
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
    const apart = `${Math.round(Math.abs(reset - latest))} s ${reset < latest ? 'ago' : 'ahead'}`;
    const actual = `${reset}, when the server's clock showed ${Math.round(latest)}: ${apart}`;
    return { kind, message: messages[kind], expected, actual };
  }

  /**
   * Every stretch in which the server may have made a response; the first is the likeliest. Clocks may differ by minutes,
   * so that of the server is known by its Date (RFC 9110 section 6.6.1); without any, it is the local one, ten minutes off
   * at most.
   */
  #readings(exchange: Exchange, dateMs: number | null): readonly [TimeRange, ...TimeRange[]] {
    const started = secondsOf(exchange.startedAt);
    const lasted = lastedSeconds(exchange);
    const local = around(started, lasted, unknownSkewSeconds);
    if (dateMs !== null) {
      const isBelievable = Math.abs(skewOf(exchange, dateMs) ?? 0) <= believableSkewSeconds;
      return isBelievable ? [stated(exchange, dateMs)] : [stated(exchange, dateMs), local];
    }
    return this.#skewSeconds === null
      ? [local]
      : [around(started + this.#skewSeconds, lasted, skewAllowanceSeconds), local];
  }
}

function skewOf({ startedAt }: Exchange, dateMs: number | null): number | null {
  return dateMs === null ? null : dateMs / 1000 - secondsOf(startedAt);
}

const expected = 'a Unix timestamp in seconds, not in the past and at most two days ahead';

const messages = {
  'seconds-to-go': 'X-RateLimit-Reset looks like remaining seconds, not a Unix time',
  'in-the-past': 'X-RateLimit-Reset is in the past',
  milliseconds: 'X-RateLimit-Reset looks like milliseconds',
  'too-far': 'X-RateLimit-Reset is too far in the future',
};

function malformed(values: readonly string[]): Deviation {
  const isRepeated = values.length > 1;
  return {
    kind: isRepeated ? 'repeated' : 'malformed',
    message: `X-RateLimit-Reset is ${isRepeated ? 'present more than once' : 'not a number of seconds since 1970'}`,
    expected,
    actual: values.map(quoted).join(', ').slice(0, 300),
  };
}

/** A range of time by the server's clock, in Unix seconds. */
interface TimeRange {
  readonly earliest: number;
  readonly latest: number;
}

const unknownSkewSeconds = 600;
const skewAllowanceSeconds = dateSkewMs / 1000;
const believableSkewSeconds = 900;

/** As the Date of the response itself says. */
function stated(exchange: Exchange, dateMs: number): TimeRange {
  const date = dateMs / 1000;
  return { earliest: date - lastedSeconds(exchange) - skewAllowanceSeconds, latest: date + 1 };
}

function lastedSeconds({ sentAtMs, finishedAtMs }: Exchange): number {
  return (finishedAtMs - sentAtMs) / 1000;
}

function secondsOf(startedAt: string): number {
  return Date.parse(startedAt) / 1000;
}

function around(time: number, lasted: number, allowance: number): TimeRange {
  return { earliest: time - allowance, latest: time + lasted + allowance };
}
