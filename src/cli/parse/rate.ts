import { quoted } from '../quoted.ts';
import { UsageError } from '../usage-error.ts';
import type { Given } from './given.ts';

const least = 0.01;
const most = 100_000;

/**
 * Requests a second, in decimal digits: `50`, `0.5`, also written `50/s`.
 *
 * @throws {UsageError} for anything else, and below one in 100 s or above 100,000.
 */
export function parseRate(given: Given): number {
  const [, digits = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/s)?$/.exec(given.text) ?? [];
  const rate = digits === '' ? Number.NaN : Number(digits);
  if (!(rate >= least && rate <= most)) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is not a number of requests a second from ${least} to ${most}: write e.g. 50`,
    );
  }
  return rate;
}
