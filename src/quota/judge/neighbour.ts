import type { Case } from './case.ts';
import { isServed } from './classify.ts';
import { entriesOf } from './key-trace.ts';

const isolated = 'quota/isolated-between-keys';

/** Whether other keys were served while one was used up. */
export function judgeNeighbour(judged: Case): void {
  const { notes, timeline, keys, plan } = judged;
  const asked = [
    ...Array.from(entriesOf(timeline, [0])),
    ...keys.slice(1).flatMap(({ trace }) => Array.from(trace.ledger.entries)),
  ].filter((index) => timeline.phase(index) === 'neighbour' && isUsedUp(judged, timeline.sentAtMs(index)));
  const served = asked.find((index) => isServed(timeline, index));
  const refused = asked.find((index) => timeline.key(index) === 0 && isRefusedForUs(judged, index));
  if (refused !== undefined) {
    notes.accuse({
      requirement: isolated,
      kind: 'neighbour-refused',
      message: 'A key of another account was refused while this one was used up, though it had requests left',
      expected: 'it is served',
      actual: '429',
      entry: refused,
      related: [],
      restsOnTiming: true,
    });
  } else if (served !== undefined) {
    notes.support(isolated, [served]);
  }
  notes.leaveOpen(
    isolated,
    plan.neighbour || plan.keys.length > 1
      ? 'no other key could be asked while this one was used up'
      : 'it needs another key that is asked while this one is used up: give --api-key, or two keys of the plan',
  );
}

/** Whether the last answer to the first key was a refusal. */
function isUsedUp({ keys, timeline }: Case, atMs: number): boolean {
  const entries = keys[0]?.trace.ledger.entries ?? Int32Array.from([]);
  let last: number | null = null;
  for (const index of entries) {
    if (timeline.answeredAtMs(index) <= atMs) {
      last = index;
    }
  }
  return last !== null && timeline.status(last) === 429;
}

/** Whether the key of the run was refused although its answer before said that several were left. */
function isRefusedForUs({ timeline }: Case, index: number): boolean {
  if (timeline.status(index) !== 429) {
    return false;
  }
  const before = Array.from(entriesOf(timeline, [0])).filter(
    (other) => timeline.answeredAtMs(other) <= timeline.sentAtMs(index) && isServed(timeline, other),
  );
  const last = before[before.length - 1];
  return last !== undefined && timeline.remaining(last) >= 5;
}
