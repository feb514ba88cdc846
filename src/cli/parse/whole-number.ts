import { int64 } from '../../json/exact-json.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';

/** The largest unsigned 32-bit integer: the largest seed. */
export const largestSeed = 2 ** 32 - 1;

/** The largest count of requests: one that a double holds exactly. */
export const largestCount = Number.MAX_SAFE_INTEGER;

/**
 * A whole number in decimal digits, both bounds included.
 *
 * @throws {UsageError} for anything else.
 */
export function parseWholeNumber(text: string, minimum: number, maximum: number): number {
  const range = maximum === largestCount ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  return parseNumber(text, /^\d{1,16}$/, [minimum, maximum], `a whole number ${range}`);
}

/**
 * A category's identifier: an int64, exact to the last digit.
 *
 * @throws {UsageError} for anything else.
 */
export function parseCategoryId(text: string): bigint {
  const value = /^-?\d{1,40}$/.test(text) ? BigInt(text) : int64.maximum + 1n;
  if (value < int64.minimum || value > int64.maximum) {
    throw new UsageError(
      `${quoted(text)} is not an int64: write digits only, e.g. 7 (${int64.minimum} to ${int64.maximum})`,
    );
  }
  return value;
}

/**
 * A number within two bounds, both included, that matches a pattern; `what` is such a number.
 *
 * @throws {UsageError} for anything else.
 */
export function parseNumber(
  text: string,
  pattern: RegExp,
  [least, most]: readonly [number, number],
  what: string,
): number {
  const value = pattern.test(text) ? Number.parseFloat(text) : Number.NaN;
  requireThat(value >= least && value <= most, `${quoted(text)} is not ${what}`);
  return value;
}
