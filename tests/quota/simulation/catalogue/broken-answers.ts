import {
  type Falsify,
  refusedButCarriedOut,
  refusedWith,
  remainingAs,
  remainingOfRefusedAs,
  resetAs,
  resetThatNeverMoves,
  retryAfterAs,
} from '../service/limited-service.ts';
import { type BrokenLimiter, brokenOn, type KindName, type Violation } from './simulated-limiter.ts';

const bothFamilies: readonly KindName[] = ['fixed window from the first request', 'token bucket'];
const windows: readonly KindName[] = ['fixed window by the clock', 'fixed window from the first request'];
const windowOnly: readonly KindName[] = ['fixed window from the first request'];
const bucket: readonly KindName[] = ['token bucket'];
const windowAndLog: readonly KindName[] = ['fixed window from the first request', 'sliding log'];

const notPresent = { reported: ['quota/retry-after-present'] };
const unreadable = { reported: ['quota/retry-after-readable'] };
const tooFar = { reported: ['quota/retry-after-proportionate'] };
const tooShort = { reported: ['quota/retry-after-honest'] };
const noTimestamp = { reported: ['rate/reset-is-timestamp'] };
const noTruth = { reported: ['quota/reset-honest', 'rate/reset-is-timestamp'] };
const miscounted = { reported: ['rate/remaining-counts-down'] };

const tokenMeanwhile = 'a token may be restored before the next request, and the deviation must occur twice';

const inFractions =
  'a bucket with fractional tokens also announces one less; with responses within a few ms, two measurements may not both exclude that';
const oneTooFew = () => remainingAs((remaining) => Math.max(0, remaining - 1));

/** Limiters that decide rightly and tell it wrongly. */
export const brokenAnswers: readonly BrokenLimiter[] = [
  ...[403, 503].flatMap((status) =>
    told(bothFamilies, `${status} instead of 429`, { reported: ['quota/limit-enforced'] }, () =>
      refusedWith(status),
    ),
  ),
  ...told(
    bothFamilies,
    'refused creations carried out',
    { reported: ['quota/refused-without-effect'] },
    () => refusedButCarriedOut,
  ),
  ...told(bothFamilies, 'no Retry-After', notPresent, () => retryAfterAs(() => null)),
  ...told(bothFamilies, 'Retry-After with a fraction', unreadable, () =>
    retryAfterAs((leftMs) => (leftMs / 1000).toFixed(3)),
  ),
  ...told(bothFamilies, 'Retry-After in ms', tooFar, () =>
    retryAfterAs((leftMs) => String(Math.ceil(leftMs))),
  ),
  ...told(bothFamilies, 'Retry-After as a Unix time', tooFar, () =>
    retryAfterAs((_leftMs, endMs) => String(Math.ceil(endMs / 1000))),
  ),
  ...told(bothFamilies, 'Retry-After of 120 s too many', tooFar, () =>
    retryAfterAs((leftMs) => String(Math.ceil(leftMs / 1000) + 120)),
  ),
  ...told(windowAndLog, 'Retry-After of 0', tooShort, () => retryAfterAs(() => '0')),
  ...told(bucket, 'Retry-After of 0', { ...tooShort, undecidable: tokenMeanwhile }, () =>
    retryAfterAs(() => '0'),
  ),
  // It may count minutes.
  ...told(windowAndLog, 'Retry-After of 1 at all times', unreadable, () => retryAfterAs(() => '1')),
  ...told(windowAndLog, 'Retry-After of 2 at all times', tooShort, () => retryAfterAs(() => '2')),
  ...told(windowAndLog, 'Retry-After as a date two hours behind', tooShort, () =>
    retryAfterAs((_leftMs, endMs) => new Date(endMs - 7_200_000).toUTCString()),
  ),
  ...told(windowAndLog, 'Retry-After as a date two hours ahead', tooFar, () =>
    retryAfterAs((_leftMs, endMs) => new Date(endMs + 7_200_000).toUTCString()),
  ),
  ...told(bothFamilies, 'Retry-After as a date in UTC, not GMT', unreadable, () =>
    retryAfterAs((_leftMs, endMs) => new Date(endMs).toUTCString().replace('GMT', 'UTC')),
  ),
  ...told(windowAndLog, 'Retry-After of 5 s too few', tooShort, () =>
    retryAfterAs((leftMs) => String(Math.max(0, Math.ceil(leftMs / 1000) - 5))),
  ),
  ...told(
    bothFamilies,
    'Retry-After rounded down',
    {
      ...tooShort,
      undecidable:
        'if the truncated fraction of a second is shorter than the response and the next request take',
    },
    () => retryAfterAs((leftMs) => String(Math.floor(leftMs / 1000))),
  ),
  ...told(bothFamilies, 'Reset in remaining seconds', noTimestamp, () =>
    resetAs((resetMs, nowMs) => Math.ceil((resetMs - nowMs) / 1000)),
  ),
  ...told(bothFamilies, 'Reset in ms', noTimestamp, () => resetAs((resetMs) => Math.ceil(resetMs))),
  ...told(bothFamilies, 'Reset of 60 s too early', noTruth, () =>
    resetAs((resetMs) => Math.ceil(resetMs / 1000) - 60),
  ),
  ...told([...windows, ...bucket], 'Reset of 10 s too early', noTruth, () =>
    resetAs((resetMs) => Math.ceil(resetMs / 1000) - 10),
  ),
  ...told(bothFamilies, 'Reset of 60 s too late', noTruth, () =>
    resetAs((resetMs) => Math.ceil(resetMs / 1000) + 60),
  ),
  ...told(windows, 'Reset of 10 s too late', noTruth, () =>
    resetAs((resetMs) => Math.ceil(resetMs / 1000) + 10),
  ),
  ...told(bothFamilies, 'Reset never moves', noTruth, resetThatNeverMoves),
  ...told(bothFamilies, 'Remaining one too many', miscounted, () =>
    remainingAs((remaining) => remaining + 1),
  ),
  ...told(windowOnly, 'Remaining one too few', { ...miscounted, undecidable: inFractions }, oneTooFew),
  ...told(bucket, 'Remaining one too few', miscounted, oneTooFew),
  ...told(bothFamilies, 'Remaining is always the limit', miscounted, () =>
    remainingAs((_remaining, limit) => limit),
  ),
  ...told(bothFamilies, 'Remaining counts by two', miscounted, () =>
    remainingAs((remaining, limit) => Math.max(0, limit - 2 * (limit - remaining))),
  ),
  ...told(bothFamilies, 'Remaining of 1 on a 429', { reported: ['quota/remaining-zero'] }, () =>
    remainingOfRefusedAs(() => 1),
  ),
  ...told(bothFamilies, 'Remaining below 0 on a 429', { reported: ['quota/remaining-zero'] }, () =>
    remainingOfRefusedAs((count) => -count),
  ),
];

function told(
  names: readonly KindName[],
  fault: string,
  violation: Violation,
  falsify: () => Falsify,
): readonly BrokenLimiter[] {
  return brokenOn(names, fault, { ...violation, falsify });
}
