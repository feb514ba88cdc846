import type { Case, JudgedKey } from './case.ts';
import { drawnOn, requests, windowText } from './case.ts';
import { explain, isExplained } from './explain.ts';
import { type Explanation, explainsAll } from './explanation.ts';
import { minuteTrace } from './key-trace.ts';
import type { RefusalChain } from './refusal-chain.ts';

const granted = 'quota/fully-granted';
const isolated = 'quota/isolated-between-keys';

/** Whether requests were refused that every permitted limiter would have served. */
export function judgeEarlyRefusals(judged: Case): void {
  const { explanations, keys, notes } = judged;
  const admitting = explanations.filter(({ admits }) => admits);
  if (admitting.length === 0) {
    return;
  }
  if (admitting.some(explainsAll)) {
    supportFullGrant(judged);
    return;
  }
  if (sharesOneQuota(judged)) {
    return;
  }
  if (keys.some(({ drawnOnByOthers }) => drawnOnByOthers)) {
    notes.leaveOpen(granted, drawnOn);
    return;
  }
  const chain = fewestUnjustified(admitting)[0];
  if (chain !== undefined) {
    accuse(judged, chain);
  }
}

function fewestUnjustified(explanations: readonly Explanation[]): readonly RefusalChain[] {
  return explanations
    .map(({ unjustified }) => unjustified)
    .reduce(
      (left, right) => (left.length <= right.length ? left : right),
      explanations[0]?.unjustified ?? [],
    );
}

function accuse(judged: Case, chain: RefusalChain): void {
  const { notes, figures, plan } = judged;
  const [refusal] = chain.first;
  const owner = ownerOf(judged, refusal?.entry ?? -1);
  if (refusal === undefined || owner === undefined) {
    return;
  }
  const count = owner.trace.ledger.possibly(
    refusal.sentAtMs - figures.windowMs - figures.slackMs,
    refusal.answeredAtMs,
  );
  const window = windowText(figures.windowMs);
  notes.accuse({
    requirement: granted,
    kind: 'refused-within-limit',
    message:
      count < plan.perMinute
        ? `A request was refused when at most ${requests(count)} had been counted in ${window}, where the plan allows ${plan.perMinute}`
        : `A request was refused where no permitted limiter of ${plan.perMinute} requests in ${window} would refuse it`,
    expected: `the first ${plan.perMinute} requests in ${window} are served`,
    actual: `429 after at most ${requests(count)}`,
    entry: refusal.entry,
    related: [],
    restsOnTiming: false,
  });
}

function ownerOf({ keys, timeline }: Case, entry: number): JudgedKey | undefined {
  return entry < 0 ? undefined : keys.find(({ key }) => key === timeline.key(entry));
}

/** Taken as one key, the keys of the plan are explained; one by one they aren't. */
function sharesOneQuota({ timeline, plan, figures, keys, notes }: Case): boolean {
  if (keys.length < 2) {
    return false;
  }
  const joint = minuteTrace(
    timeline,
    keys.map(({ key }) => key),
    plan,
  );
  if (!isExplained(explain([joint], figures))) {
    return false;
  }
  const refusal = joint.ledger.refusals[0];
  if (refusal === undefined) {
    return false;
  }
  notes.accuse({
    requirement: isolated,
    kind: 'one-quota',
    message: 'Keys of two accounts draw on one quota: what one used up was refused to the other',
    expected: 'a quota for each key',
    actual: `429 within the limit of this key, explained only by what the other one used`,
    entry: keys[1]?.trace.ledger.refusals[0]?.entry ?? refusal.entry,
    related: [{ role: "the other key's refusal", entry: refusal.entry }],
    restsOnTiming: false,
  });
  notes.leaveOpen(granted, 'keys draw on one quota (quota/isolated-between-keys): mend that first');
  return true;
}

function supportFullGrant({ keys, notes, plan, figures }: Case): void {
  for (const { trace } of keys) {
    const { ledger, knownFromMs } = trace;
    const full = ledger.refusals.find(
      ({ sentAtMs, answeredAtMs }) =>
        answeredAtMs >= knownFromMs &&
        ledger.possibly(sentAtMs - figures.windowMs, answeredAtMs) >= plan.perMinute,
    );
    if (full !== undefined) {
      notes.support(granted, [full.entry]);
      return;
    }
    if (ledger.refusals.length === 0 && ledger.served.length >= plan.perMinute) {
      notes.support(granted, [ledger.served[plan.perMinute - 1] ?? 0]);
      return;
    }
  }
  notes.leaveOpen(
    granted,
    `fewer than ${plan.perMinute} requests were sent from a quota that is known to be full: use a key that nothing has used for two windows`,
  );
}
