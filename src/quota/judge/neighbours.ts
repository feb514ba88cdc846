import { type Case, type JudgedKey, requests } from './case.ts';
import { entriesOf } from './selected-entries.ts';
import { groupsOfKeys, sharedCount } from './shared-count.ts';
import { countUpTo } from './sorted-times.ts';

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
    expected: `X-RateLimit-Remaining: ${timeline.remaining(before) - 1}`,
    actual: `X-RateLimit-Remaining: ${timeline.remaining(after)}`,
    entry: after,
    related: [{ role: 'its response before', entry: before }],
  });
}

/** Whether other keys were served while one was exhausted. */
export function judgeNeighbours(judged: Case): void {
  const { notes, keys, timeline, plan, decisions } = judged;
  const ofRun = entriesOf(timeline, [0]);
  if (decisions === 'explained' || decisions === 'refused-early') {
    flagRefusedNeighbour(judged, ofRun);
  }
  if (notes.hasFlagged(isolated)) {
    return;
  }
  for (const key of keys) {
    const others = entriesOf(
      timeline,
      [0, ...plan.keys].filter((other) => other !== key.key),
    );
    const served = others.find(
      (index) =>
        isServed(judged, index) &&
        isUsedUpAt(judged, key, timeline.sentAtMs(index), timeline.answeredAtMs(index)),
    );
    if (served !== undefined) {
      notes.support(isolated, [served]);
      return;
    }
  }
  notes.leaveOpen(isolated, notSeen(judged));
}

function notSeen({ plan, keys }: Case): string {
  if (!plan.neighbour && plan.keys.length === 1) {
    return 'pass a second `--quota-key` of this plan, from another account';
  }
  return keys.some(({ ledger }) => ledger.refusals.entries.length > 0)
    ? 'no request of another key was served at a time when this key was surely at its limit'
    : 'this key was never refused, so no other key was tested while it was at its limit';
}

function isServed({ timeline }: Case, index: number): boolean {
  return timeline.served(index) && !timeline.cached(index);
}

/** The share of a window after which a limit that was reached may have been restored. */
const recentShare = 1 / 2;

/**
 * Whether a key was at its limit at a time: it was refused before, and served no more since than the refill, until the
 * next refusal or for the announced time. Requests sent before the refusal was received may have been decided earlier.
 */
function isUsedUpAt(
  { timeline, allowance }: Case,
  { ledger }: JudgedKey,
  fromMs: number,
  toMs: number,
): boolean {
  const { limit, windowMs } = allowance;
  const { sent, answered, entries } = ledger.refusals;
  const last = countUpTo(answered, fromMs) - 1;
  const refusedMs = answered[last];
  if (refusedMs === undefined || toMs - refusedMs > recentShare * windowMs) {
    return false;
  }
  if (ledger.surely(refusedMs, toMs) > Math.ceil(((toMs - refusedMs) * limit) / windowMs)) {
    return false;
  }
  const isAgain = sent.some((sentMs) => sentMs >= toMs && sentMs - refusedMs <= recentShare * windowMs);
  return isAgain || refusedMs + timeline.retryAfterMs(entries[last] as number) >= toMs;
}

/** The minimum `Remaining` before the refusal, because other clients may have used a few. */
const leastLeft = 5;

/** Reports that the key of the run, which other clients may use, was refused although plenty was announced as left. */
function flagRefusedNeighbour(judged: Case, ofRun: readonly number[]): void {
  const { timeline, notes, keys, allowance } = judged;
  let before = -1;
  for (const index of ofRun) {
    const sentMs = timeline.sentAtMs(index);
    const usedUp = keys.some((key) => isUsedUpAt(judged, key, sentMs, timeline.answeredAtMs(index)));
    const recent = before >= 0 && sentMs - timeline.answeredAtMs(before) < allowance.windowMs;
    if (timeline.status(index) === 429 && usedUp && recent && timeline.remaining(before) >= leastLeft) {
      notes.flag({
        requirement: isolated,
        kind: 'neighbour-refused',
        message: `The key of another account was refused while this one was at its limit, with X-RateLimit-Remaining: ${timeline.remaining(before)} just before`,
        expected: 'a served request',
        actual: '429',
        entry: index,
        related: [{ role: 'its response before', entry: before }],
        restsOnTiming: true,
      });
      return;
    }
    before = isServed(judged, index) ? index : before;
  }
}
