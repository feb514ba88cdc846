import type { HeaderList } from '../exchange/exchange.ts';

/** Every value of the three rate header fields; a field that is absent has none. */
export interface RateFields {
  readonly limit: readonly string[];
  readonly remaining: readonly string[];
  readonly reset: readonly string[];
}

/** Reads the three fields (section "Rate limit headers") in one pass over the header section. */
export function readRateFields(headers: HeaderList): RateFields {
  const limit: string[] = [];
  const remaining: string[] = [];
  const reset: string[] = [];
  for (const [name, value] of headers) {
    switch (name.length > 16 ? name.toLowerCase() : '') {
      case 'x-ratelimit-limit':
        limit.push(value.trim());
        break;
      case 'x-ratelimit-remaining':
        remaining.push(value.trim());
        break;
      case 'x-ratelimit-reset':
        reset.push(value.trim());
        break;
      default:
    }
  }
  return { limit, remaining, reset };
}

/** The value of a field that stands there once and is a whole number, or `null`. */
export function wholeNumber(values: readonly string[]): number | null {
  const [value] = values;
  return values.length === 1 && value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}
