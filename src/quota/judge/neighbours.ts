import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';
import { type Case, type JudgedKey, requests } from './case.ts';
import { entriesOf } from './entries.ts';
import { groupsOfKeys, sharedCount } from './shared-count.ts';
import { countUpTo } from './times.ts';

const isolated = 'quota/isolated-between-keys';

/** Whether the requests of one key lower the `Remaining` of another. */
export function judgeSharedCount({ timeline, plan, notes }: Case): void {
  const shared = groupsOfKeys(plan)
    .map((keys) => sharedCount(timeline, plan, keys))
    .find((found) => found !== null);
  if (shared === undefined || shared === null) {
    return;
  }
  const { before, after, others } = shared;
  notes.flag({
    requirement: isolated,
    kind: 'one-count',
    message: `X-RateLimit-Remaining is shared between keys: it fell during ${requests(others)} of other accounts, while this key sent nothing`,
    expected: `X-RateLimit-Remaining: ${before.remaining - 1}`,
    actual: `X-RateLimit-Remaining: ${after.remaining}`,
    entry: after,
    related: [{ role: 'its response before', entry: before }],
  });
}

/** Whether other keys were served while one was exhausted. */
export function judgeNeighbours(judged: Case): void {
  const { notes, keys, timeline, plan, decisions } = judged;
  if (decisions === 'explained' || decisions === 'refused-early') {
    for (const neighbour of [0, ...plan.keys]) {
      flagRefusedNeighbour(judged, neighbour);
    }
  }
  if (notes.hasFlagged(isolated)) {
    return;
  }
  let isDoubtful = false;
  for (const key of keys) {
    const others = entriesOf(
      timeline,
      [0, ...plan.keys].filter((other) => other !== key.key),
    );
    const served = others.filter((entry) => isFreshlyServed(entry) && isUsedUpAt(judged, key, entry));
    const apart = served.find((entry) => !fellWith(judged, key, entry));
    if (apart !== undefined) {
      notes.support(isolated, [apart]);
      return;
    }
    isDoubtful ||= served.length > 0;
  }
  notes.leaveOpen(isolated, isDoubtful ? mayShare : notSeen(judged));
}

const mayShare =
  'X-RateLimit-Remaining of the other key fell with this one, so they may share a counter: pass a second `--quota-key` of this plan';

function notSeen({ plan, keys }: Case): string {
  if (!plan.neighbour && plan.keys.length === 1) {
    return 'pass a second `--quota-key` of this plan, from another account';
  }
  return keys.some(({ ledger }) => ledger.refusals.length > 0)
    ? 'no request of another key was served at a time when this key was surely at its limit'
    : 'this key was never refused, so no other key was tested while it was at its limit';
}

function isFreshlyServed(entry: TimelineEntry): boolean {
  return isServed(entry) && !entry.cached;
}

/** The share of a window after which a limit that was reached may have been restored. */
const recentShare = 1 / 2;

/**
 * Whether a key was at its limit during a request of another one: it was refused before, and served no more since than
 * the refill, until the next refusal or for the announced time. Requests sent before the refusal was received may have
 * been decided earlier.
 */
function isUsedUpAt({ allowance }: Case, { ledger }: JudgedKey, during: TimelineEntry): boolean {
  const { sentAtMs: fromMs, answeredAtMs: toMs } = during;
  const { limit, windowMs } = allowance;
  const { refusals, refused } = ledger;
  const last = refusals[countUpTo(refused.answered, fromMs) - 1];
  if (last === undefined) {
    return false;
  }
  const refusedMs = last.answeredAtMs;
  if (toMs - refusedMs > recentShare * windowMs) {
    return false;
  }
  if (ledger.surely(refusedMs, toMs) > Math.ceil(((toMs - refusedMs) * limit) / windowMs)) {
    return false;
  }
  const isAgain = refused.sent.some(
    (sentMs) => sentMs >= toMs && sentMs - refusedMs <= recentShare * windowMs,
  );
  return isAgain || refusedMs + last.retryAfterMs >= toMs;
}

/** Fewer requests of one key may be those of other clients of another one. */
const fewestOfKey = 10;

/**
 * Whether the `Remaining` of another key fell by half as many as this key was served, or more, within one window: then
 * they may share a counter, of which the other key has a larger limit.
 */
function fellWith({ timeline }: Case, { ledger }: JudgedKey, served: TimelineEntry): boolean {
  const before = entriesOf(timeline, [served.key]).findLast(
    (entry) => isServed(entry) && entry.answeredAtMs <= served.sentAtMs && entry.reset === served.reset,
  );
  if (before === undefined) {
    return false;
  }
  const fell = before.remaining - served.remaining;
  const ofKey = ledger.surely(before.answeredAtMs, served.sentAtMs);
  return ofKey >= fewestOfKey && fell >= ofKey / 2;
}

/** The minimum `Remaining` before the refusal, because other clients may have used a few. */
const leastLeft = 5;
/** Fewer refusals of a measured key may be those of a service that refuses at random. */
const fewestRefusals = 3;

/**
 * Reports that another key was refused although plenty was announced as left: that of the run, which other clients may
 * use, or a measured one between its own measurements.
 */
function flagRefusedNeighbour(judged: Case, neighbour: number): void {
  const { timeline, notes, allowance } = judged;
  const keys = judged.keys.filter(({ key }) => key !== neighbour);
  if (judged.keys.some(({ key, hasOtherUsers }) => key === neighbour && hasOtherUsers)) {
    return;
  }
  const entries = entriesOf(timeline, [neighbour]);
  let before: TimelineEntry | null = null;
  let refused: TimelineEntry[] = [];
  for (const entry of entries) {
    if (isFreshlyServed(entry)) {
      before = entry;
      refused = [];
    }
    if (before === null || entry.status !== 429) {
      continue;
    }
    const isBeside =
      neighbour === 0 ||
      (isBetween(judged, before) &&
        isBetween(judged, entry) &&
        before.remaining < allowance.limit &&
        isAlone(entries, entry));
    if (
      isBeside &&
      entry.sentAtMs - before.answeredAtMs < allowance.windowMs &&
      keys.some((key) => isUsedUpAt(judged, key, entry)) &&
      before.remaining - underWay(entries, before, entry) >= leastLeft
    ) {
      refused.push(entry);
    }
    const [first] = refused;
    if (first !== undefined && refused.length >= (neighbour === 0 ? 1 : fewestRefusals)) {
      notes.flag({
        requirement: isolated,
        kind: 'neighbour-refused',
        message: `The key of another account was refused while this one was at its limit, with X-RateLimit-Remaining: ${before.remaining} just before`,
        expected: 'a served request',
        actual: '429',
        entry: first,
        related: [{ role: 'its response before', entry: before }],
        restsOnTiming: true,
      });
      return;
    }
  }
}

/** How many other requests of the same key that were not refused may have been counted since one, up to another. */
function underWay(entries: Timeline, from: TimelineEntry, to: TimelineEntry): number {
  const [fromMs, toMs] = [from.sentAtMs, to.answeredAtMs];
  return entries.filter(
    (entry) => entry !== from && entry.status !== 429 && entry.answeredAtMs > fromMs && entry.sentAtMs < toMs,
  ).length;
}

/** Whether no other request of the same key was in flight at the same time. */
function isAlone(entries: Timeline, entry: TimelineEntry): boolean {
  return entries.every(
    (other) =>
      other === entry || other.answeredAtMs <= entry.sentAtMs || other.sentAtMs >= entry.answeredAtMs,
  );
}

/** Whether a request was one beside the measurement of another key, and its figures are those of the minute. */
function isBetween({ plan }: Case, { phase, limit }: TimelineEntry): boolean {
  return phase === 'neighbour' && limit === plan.perMinute;
}
