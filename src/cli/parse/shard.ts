import type { Shard } from '../../load/shards/shard-plan.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';

/** The maximum number of shards whose tags can be distinguished. */
const mostShards = 10_000;

/** `3/8`: the third of eight shards. @throws {UsageError} for anything else. */
export function parseShard(text: string): Shard {
  const [, number = '', whole = ''] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const shard = { index: Number(number) - 1, of: Number(whole) };
  if (number === '' || shard.index < 0 || shard.index >= shard.of || shard.of > mostShards) {
    throw new UsageError(
      `${quoted(text)} is not one of 1 to ${mostShards} shards: write e.g. 3/8 for the third of eight`,
    );
  }
  return shard;
}

/** A time with its zone in ISO 8601. */
const isoTime = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d([.]\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
/** Seconds since 1970 have 10 digits, and milliseconds 13, until the year 2286. */
const epochTime = /^(\d{10})(\d{3})?$/;

/** A time in ms since 1970. @throws {UsageError} for anything else than an ISO time with its zone, or s or ms since 1970. */
export function parseStartTime(text: string): number {
  const epoch = epochTime.exec(text);
  const epochMs = epoch === null ? null : Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0);
  const time = epochMs ?? (isOnCalendar(text) ? Date.parse(text) : Number.NaN);
  requireThat(
    Number.isFinite(time),
    `${quoted(text)} is not a time: write e.g. 2030-01-01T12:00:00Z, or seconds since 1970`,
  );
  return time;
}

/** `Date.parse` reads 30 February as a day in March. */
function isOnCalendar(text: string): boolean {
  const [year, month, day] = (isoTime.exec(text) ?? []).slice(1, 4).map(Number);
  return day !== undefined && new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
}
