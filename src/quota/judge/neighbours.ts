import { type Case, type JudgedKey, requests } from './case.ts';
import { entriesOf } from './key-entries.ts';
import { groupsOfKeys, sharedCount } from './shared-count.ts';

const isolated = 'quota/isolated-between-keys';

/** Whether what is left of one key goes down by what another one uses. */
export function judgeSharedCount({ timeline, plan, notes }: Case): void {
  const shared = groupsOfKeys(plan)
    .map((keys) => sharedCount(timeline, plan, keys))
    .find((found) => found !== null);
  if (shared === undefined || shared === null) {
    return;
  }
  const { before, after, others } = shared;
  notes.accuse({
    requirement: isolated,
    kind: 'one-count',
    message: `X-RateLimit-Remaining counts on from key to key: after ${requests(others)} of other accounts less is left of this one, though it sent nothing meanwhile`,
    expected: `X-RateLimit-Remaining: ${timeline.remaining(before) - 1}`,
    actual: `X-RateLimit-Remaining: ${timeline.remaining(after)}`,
    entry: after,
    related: [{ role: 'its answer before', entry: before }],
    restsOnTiming: false,
  });
}

/** Whether other keys were served while one was used up. */
export function judgeNeighbours(judged: Case): void {
  const { notes, keys, timeline, plan, decisions } = judged;
  const ofRun = entriesOf(timeline, [0]);
  if (decisions === 'explained' || decisions === 'refused-early') {
    accuseRefusedNeighbour(judged, ofRun);
  }
  if (notes.accuses(isolated)) {
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
  notes.leaveOpen(
    isolated,
    plan.neighbour || plan.keys.length > 1
      ? 'no other key was served while this one was used up'
      : 'it needs another key that is asked while this one is used up: give --api-key, or two keys of the plan',
  );
}

function isServed({ timeline }: Case, index: number): boolean {
  return timeline.served(index) && !timeline.cached(index);
}

/** Whether a key was refused before and, as it said itself or as it was refused again, at that time too. */
function isUsedUpAt({ timeline }: Case, { ledger }: JudgedKey, fromMs: number, toMs: number): boolean {
  let last = -1;
  for (const index of ledger.refusals.entries) {
    if (timeline.answeredAtMs(index) > fromMs) {
      break;
    }
    last = index;
  }
  if (last < 0 || ledger.surely(timeline.sentAtMs(last), toMs) > 0) {
    return false;
  }
  const again = ledger.refusals.sent.some((sentMs) => sentMs >= toMs);
  return again || timeline.answeredAtMs(last) + timeline.retryAfterMs(last) >= toMs;
}

/** So many have to be left: a few may have been used by others. */
const leastLeft = 5;

/** The run's own key, which others may use too, was refused though it had just said that much was left. */
function accuseRefusedNeighbour(judged: Case, ofRun: Int32Array): void {
  const { timeline, notes, keys, allowance } = judged;
  let before = -1;
  for (const index of ofRun) {
    const sentMs = timeline.sentAtMs(index);
    const usedUp = keys.some((key) => isUsedUpAt(judged, key, sentMs, timeline.answeredAtMs(index)));
    const recent = before >= 0 && sentMs - timeline.answeredAtMs(before) < allowance.windowMs;
    if (timeline.status(index) === 429 && usedUp && recent && timeline.remaining(before) >= leastLeft) {
      notes.accuse({
        requirement: isolated,
        kind: 'neighbour-refused',
        message: `The key of another account was refused while this one was used up, though it had just had ${timeline.remaining(before)} requests left`,
        expected: 'it is served',
        actual: '429',
        entry: index,
        related: [{ role: 'its answer before', entry: before }],
        restsOnTiming: true,
      });
      return;
    }
    before = isServed(judged, index) ? index : before;
  }
}
