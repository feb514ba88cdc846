import type { HeaderList } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import type { LoadBounds } from '../load/load-plan.ts';
import { latestStartMs, shardOf, shareOf } from '../load/shards/shard-plan.ts';
import { problem } from '../preflight/preflight-headers.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';
import { pause } from '../target/target.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { Preparation } from './load-preparation.ts';

/** The number of consecutive refusals within the allowance after which a load ends, so that the key is not banned. */
const mostRefusedInARow = 50;
/** The rate in requests/s that no load reaches: such an allowance does not limit it. */
const unreachedPerSecond = 200_000;

/** The share of this process in the limits of the load. */
export function loadBounds(options: LoadOptions, ready: Preparation): LoadBounds {
  const { beyondLimit, load } = options;
  const shard = shardOf(options);
  const creations =
    load.mix.create === 0 ? Number.POSITIVE_INFINITY : shareOf(load.maxCreations, shard) - ready.created;
  if (beyondLimit) {
    return { perSecond: null, total: null, refusedInARow: null, creations };
  }
  const { total } = ready.allowance;
  const perSecond = heldBackTo(options, ready);
  return {
    perSecond: perSecond === null ? null : perSecond / shard.of,
    total: total === null ? null : shareOf(total, shard),
    refusedInARow: mostRefusedInARow,
    creations,
  };
}

/** The rate limit of a closed loop of all shards together, or `null`. */
export function heldBackTo({ beyondLimit }: LoadOptions, { allowance }: Preparation): number | null {
  const { perSecond } = allowance;
  return beyondLimit || perSecond === null || perSecond >= unreachedPerSecond
    ? null
    : perSecond * closedLoopShare;
}

interface Waiting {
  readonly record: (event: RunEvent) => void;
  readonly stopped: AbortSignal;
  /** Why the preparation paused, or `null`. */
  readonly waitedFor: string | null;
}

/**
 * Waits for the next window if less is left than the load needs in this one. Resolves with whether the load can begin,
 * because a shard can't wait beyond the common start.
 */
export async function readyToStart(
  options: LoadOptions,
  ready: Preparation,
  { record, stopped, waitedFor }: Waiting,
): Promise<boolean> {
  const { load, beyondLimit, minuteMs, shard } = options;
  const { now } = ready.allowance;
  const perSecond = load.rate ?? heldBackTo(options, ready);
  const lackMs = beyondLimit || now === null || perSecond === null ? null : lackingMs(now, perSecond, load);
  if (now === null || lackMs === null) {
    return isInTime(options, 0, waitedFor ?? 'the preparation took longer', record);
  }
  // One more second, because `Reset` and `Date` are truncated to seconds.
  const durationMs = lackMs + Math.min(1_000, minuteMs / 10);
  const reason = `only ${now.remaining} requests are left of the quota of the key`;
  if (shard !== undefined) {
    return isInTime(options, durationMs, `${reason} for the next ${Math.ceil(durationMs / 1000)} s`, record);
  }
  record({ type: 'wait', reason, durationMs });
  await pause(durationMs, stopped);
  return true;
}

/** The time until the window has room for the load, or `null` if it has. */
function lackingMs(
  { remaining, resetInMs }: NonNullable<Preparation['allowance']['now']>,
  perSecond: number,
  { durationMs, warmupMs }: LoadOptions['load'],
): number | null {
  const wanted = perSecond * Math.min(resetInMs, durationMs + warmupMs);
  return wanted <= remaining * 1000 ? null : resetInMs;
}

/** Whether a shard is ready at the common start, within a tolerance. @param inMs the time until it is */
function isInTime(
  { shard }: LoadOptions,
  inMs: number,
  why: string,
  record: (event: RunEvent) => void,
): boolean {
  const lateMs = shard === undefined ? 0 : Date.now() + inMs - shard.startAtMs;
  if (lateMs <= latestStartMs) {
    return true;
  }
  const text = `ready ${Math.round(lateMs / 100) / 10} s after the common start: ${why}`;
  record({ type: 'preflight', step: problem('start', text, 'pass a later --start-at') });
  return false;
}

/** The known allowance of the key of a load. */
export interface Allowance {
  /** The long-term rate in requests per second, or `null` if unknown. */
  readonly perSecond: number | null;
  /** The remaining requests until a reset that no load waits for, or `null` if unknown. */
  readonly total: number | null;
  /** The remaining requests now, and the time until that changes, in ms; `null` if unknown. */
  readonly now: { readonly remaining: number; readonly resetInMs: number } | null;
}

/** The margin of a limited closed loop below the allowance, because of window edges. */
const closedLoopShare = 0.95;
/** The distance in minutes from which a reset is that of the day. */
const minutesToBeFar = 2;

/**
 * Reads the allowance of a key from its plan, if known, and from the headers of a response.
 *
 * @param nowEpochMs the wall clock in ms since 1970, for a response without `Date`
 */
export function readAllowance(
  headers: HeaderList,
  plan: { readonly perMinute: number; readonly perDay: number } | null,
  minuteMs: number,
  nowEpochMs: number,
): Allowance {
  const fields = readRateFields(headers);
  const reading = rateLimitReading(fields);
  const { reset = null, limit = 0, remaining = 0 } = reading ?? {};
  const resetInMs =
    reset === null
      ? minuteMs
      : 'afterMs' in reset
        ? reset.afterMs
        : Math.max(0, reset.epochMs - (fields.dateMs ?? nowEpochMs));
  const isFar = resetInMs > minutesToBeFar * minuteMs || limit === plan?.perDay;
  const perMinute = plan?.perMinute ?? (reading === null || isFar || limit === 0 ? null : limit);
  return {
    perSecond: perMinute === null ? null : (perMinute * 1000) / minuteMs,
    total: reading !== null && isFar ? remaining : (plan?.perDay ?? null),
    now: reading === null || isFar ? null : { remaining, resetInMs },
  };
}
