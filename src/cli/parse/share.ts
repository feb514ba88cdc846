import { quoted } from '../quoted.ts';
import { UsageError } from '../usage-error.ts';
import type { Given } from './given.ts';

/**
 * A share from 0 to 1, both included: `0.67`.
 *
 * @throws {UsageError} for anything else.
 */
export function parseShare(given: Given): number {
  const share = /^\d{1,3}(?:\.\d{1,6})?$/.test(given.text) ? Number(given.text) : Number.NaN;
  if (!(share >= 0 && share <= 1)) {
    throw new UsageError(`${given.label}: ${quoted(given.text)} is not a share from 0 to 1, e.g. 0.67`);
  }
  return share;
}

/** A share from a program. @throws {UsageError} for anything but a number from 0 to 1. */
export function checkShare(value: unknown, label: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new UsageError(`${label}: it must be a number from 0 to 1`);
  }
  return value;
}
