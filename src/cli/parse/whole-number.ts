import { int64 } from '../../json/exact-json.ts';
import { quoted } from '../quoted.ts';
import { UsageError } from '../usage-error.ts';
import type { Given } from './given.ts';

/** The largest unsigned 32-bit integer: the largest seed. */
export const largestSeed = 2 ** 32 - 1;

/** The largest count of requests: one that a double holds exactly. */
export const largestCount = Number.MAX_SAFE_INTEGER;

/**
 * A whole number in decimal digits, both bounds included.
 *
 * @throws {UsageError} for anything else.
 */
export function parseWholeNumber(given: Given, minimum: number, maximum: number): number {
  const value = /^\d{1,16}$/.test(given.text) ? Number(given.text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    const range = maximum === largestCount ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
    throw new UsageError(`${given.label}: ${quoted(given.text)} is not a whole number ${range}`);
  }
  return value;
}

/**
 * A category's identifier: an int64, exact to the last digit.
 *
 * @throws {UsageError} for anything else.
 */
export function parseCategoryId(given: Given): bigint {
  const value = /^-?\d{1,40}$/.test(given.text) ? BigInt(given.text) : int64.maximum + 1n;
  if (value < int64.minimum || value > int64.maximum) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is not an int64: write digits only, e.g. 7 (${int64.minimum} to ${int64.maximum})`,
    );
  }
  return value;
}
