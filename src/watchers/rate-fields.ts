import type { HeaderList } from '../exchange/exchange.ts';

/** Every value of the three rate header fields, and of those that tell the time; an absent field has none. */
export interface RateFields {
  readonly limit: readonly string[];
  readonly remaining: readonly string[];
  readonly reset: readonly string[];
  /** `limit` and `remaining` where they stand there once and are whole numbers, else `null`. */
  readonly limitFigure: number | null;
  readonly remainingFigure: number | null;
  readonly date: string | null;
  /** Whether the answer comes out of a cache (`Age` above 0), so that its figures are of another time. */
  readonly cached: boolean;
}

/** Reads the fields (section "Rate limit headers"; RFC 9110 section 6.6.1, RFC 9111 section 5.1) in one pass. */
export function readRateFields(headers: HeaderList): RateFields {
  const limit: string[] = [];
  const remaining: string[] = [];
  const reset: string[] = [];
  let date: string | null = null;
  let cached = false;
  for (const [name, value] of headers) {
    switch (readByLength.has(name.length) ? name.toLowerCase() : '') {
      case 'x-ratelimit-limit':
        limit.push(value.trim());
        break;
      case 'x-ratelimit-remaining':
        remaining.push(value.trim());
        break;
      case 'x-ratelimit-reset':
        reset.push(value.trim());
        break;
      case 'date':
        date = value;
        break;
      case 'age':
        cached ||= value.trim() !== '0';
        break;
      default:
    }
  }
  return {
    limit,
    remaining,
    reset,
    limitFigure: wholeNumber(limit),
    remainingFigure: wholeNumber(remaining),
    date,
    cached,
  };
}

const readByLength = new Set(
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date', 'age'].map(
    (name) => name.length,
  ),
);

function wholeNumber(values: readonly string[]): number | null {
  const [value] = values;
  return values.length === 1 && value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}
