import type { Exchange } from '../exchange/exchange.ts';

/** A stretch of time, in Unix seconds, that a server's clock may have shown. */
export interface TimeRange {
  readonly earliest: number;
  readonly latest: number;
}

const unknownSkewSeconds = 600;
/** The clock that stamps Date may be a proxy's, some seconds off the one that computes Reset. */
const skewAllowanceSeconds = 5;
const believableSkewSeconds = 900;

/**
 * What the server's clock shows, read from the Date fields of its answers (RFC 9110 section 6.6.1): clocks may
 * differ by minutes. Without any, the local clock stands in, give or take ten minutes.
 */
export class ServerClock {
  #skewSeconds: number | null = null;

  /**
   * Every stretch in which the server may have made this answer; the first is the likeliest.
   *
   * @param dateMs its Date, in ms since 1970
   */
  readings(exchange: Exchange, dateMs: number | null): readonly [TimeRange, ...TimeRange[]] {
    const started = Date.parse(exchange.startedAt) / 1000;
    const lasted = (exchange.finishedAtMs - exchange.sentAtMs) / 1000;
    const local = around(started, lasted, unknownSkewSeconds);
    if (dateMs !== null) {
      const date = dateMs / 1000;
      this.#skewSeconds = date - started;
      const stated = { earliest: date - lasted - skewAllowanceSeconds, latest: date + 1 };
      return Math.abs(this.#skewSeconds) > believableSkewSeconds ? [stated, local] : [stated];
    }
    return this.#skewSeconds === null
      ? [local]
      : [around(started + this.#skewSeconds, lasted, skewAllowanceSeconds), local];
  }
}

function around(time: number, lasted: number, allowance: number): TimeRange {
  return { earliest: time - allowance, latest: time + lasted + allowance };
}
