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
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is not a whole number ${rangeText(minimum, maximum)}`,
    );
  }
  return value;
}

/** A whole number from a program. @throws {UsageError} for anything else. */
export function checkWholeNumber(value: unknown, label: string, minimum: number, maximum: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < minimum || value > maximum) {
    throw new UsageError(`${label}: it must be a whole number ${rangeText(minimum, maximum)}`);
  }
  return value;
}

function rangeText(minimum: number, maximum: number): string {
  return maximum === largestCount ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
}

/**
 * A category's identifier: an int64, exact to the last digit.
 *
 * @throws {UsageError} for anything else.
 */
export function parseCategoryId(given: Given): bigint {
  const value = /^-?\d{1,40}$/.test(given.text) ? BigInt(given.text) : int64.maximum + 1n;
  return int64Of(value, given.text, given.label);
}

/** A category's identifier from a program: a `bigint`, or a `number` that is exact. @throws {UsageError} otherwise. */
export function checkCategoryId(value: unknown, label: string): bigint {
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value))) {
    throw new UsageError(`${label}: it must be a whole number; write one beyond 2^53 as a bigint`);
  }
  return int64Of(BigInt(value), String(value), label);
}

function int64Of(value: bigint, written: string, label: string): bigint {
  if (value < int64.minimum || value > int64.maximum) {
    throw new UsageError(
      `${label}: ${quoted(written)} is not an int64: write digits only, e.g. 7 (${int64.minimum} to ${int64.maximum})`,
    );
  }
  return value;
}
