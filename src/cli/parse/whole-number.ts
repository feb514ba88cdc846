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
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    const range = maximum === largestCount ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
    throw new UsageError(`${quoted(text)} is not a whole number ${range}`);
  }
  return value;
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
 * A share from 0 to 1, both included: `0.67`.
 *
 * @throws {UsageError} for anything else.
 */
export function parseShare(text: string): number {
  const share = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  requireThat(share >= 0 && share <= 1, `${quoted(text)} is not a share from 0 to 1, e.g. 0.67`);
  return share;
}

/**
 * A share above 0 in percent: `1%`, `0.5%`, `100%`.
 *
 * @throws {UsageError} for anything else.
 */
export function parsePercent(text: string): number {
  const percent = /^\d{1,3}(?:\.\d{1,4})?%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
  requireThat(percent > 0 && percent <= 100, `${quoted(text)} is not a share up to 100%: write e.g. 1%`);
  return percent / 100;
}

const least = 0.01;
const most = 100_000;

/**
 * Requests per second, in decimal digits: `50`, `0.5`, also `50/s`.
 *
 * @throws {UsageError} for anything else, below one in 100 s, or above 100,000.
 */
export function parseRate(text: string): number {
  const [, digits = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/s)?$/.exec(text) ?? [];
  const rate = digits === '' ? Number.NaN : Number(digits);
  requireThat(
    rate >= least && rate <= most,
    `${quoted(text)} is not a number of requests per second from ${least} to ${most}: write e.g. 50`,
  );
  return rate;
}
