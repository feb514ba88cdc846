import { least } from 'd3-array';
import type { Phase } from '../quota-wire.ts';
import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';
import {
  type Case,
  type JudgedKey,
  limitNotReached,
  otherUsers,
  requests,
  sentences,
  windowText,
} from './case.ts';
import { byMinute, type Classify, entriesOf } from './entries.ts';
import { counterOf, minuteEntries } from './key-ledger.ts';
import { admissionsOnly, allDecisions, isExplained } from './permitted-limiters.ts';
import { announcedCounts, groupsOfKeys } from './shared-count.ts';

const granted = 'quota/fully-granted';
const isolated = 'quota/isolated-between-keys';

/** Whether requests were refused that every permitted limiter would have admitted. */
export function judgeEarlyRefusals(judged: Case): void {
  const { decisions, notes, keys } = judged;
  if (decisions === 'explained' && !flagInSteadyUse(judged) && !flagServerErrors(judged)) {
    supportFullGrant(judged);
  }
  const mayShare = decisions === 'refused-early' || decisions === 'unclear';
  if (notes.hasFlagged(isolated) || (mayShare && flagOneQuota(judged))) {
    notes.leaveOpenFor(granted, isolated, 'keys share one quota');
    return;
  }
  if (decisions !== 'refused-early') {
    return;
  }
  if (notes.hasFlagged('quota/retry-after-honest') && isExplainedBeforeBrokenPromise(judged)) {
    notes.leaveOpenFor(
      granted,
      'quota/retry-after-honest',
      'requests after the time of Retry-After are refused',
    );
  } else if (keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
    notes.leaveOpen(granted, otherUsers);
  } else {
    flag(judged);
  }
}

/** Below the limit per minute, during the measurement of the daily limit. */
function flagInSteadyUse(judged: Case): boolean {
  const { timeline, plan, allowance, keys, clock } = judged;
  for (const key of keys) {
    const entries = entriesOf(timeline, [key.key]).filter(({ phase }) => phase === 'day');
    const counter = counterOf(entries, plan, clock);
    const refused = counter.ledger.refusals.length > 0;
    if (refused && !key.hasOtherUsers && !isExplained([counter], allowance, allDecisions)) {
      if (isExplained([counter], allowance, admissionsOnly)) {
        flag({ ...judged, keys: [{ ...key, ...counter }] });
        return true;
      }
    }
  }
  return false;
}

/** Reports the refusal with the fewest requests before it. */
function flag({ keys, allowance, notes, plan, timeline }: Case): void {
  const refusal = leastBefore(keys, allowance.windowMs + allowance.slackMs);
  if (refusal === undefined) {
    return;
  }
  const { entry, count: fewest } = refusal;
  const window = windowText(plan.minuteMs);
  const few = fewest < plan.perMinute;
  const isRenewed = few && isRefusedAfterRenewal(timeline, entry);
  notes.flag({
    requirement: granted,
    kind: isRenewed ? 'window-renewed' : 'refused-within-limit',
    message: sentences(
      few
        ? `A request was refused when at most ${requests(fewest)} had been served in ${window}; the plan grants ${plan.perMinute}`
        : `A request was refused that every permitted limiter of ${plan.perMinute} requests in ${window} would have served`,
      isRenewed ? 'Likely cause: every request renews the window, so it never ends in steady use' : '',
    ),
    expected: `${plan.perMinute} requests in ${window} are served`,
    actual: few ? `429 after at most ${requests(fewest)}` : '429',
    entry,
  });
}

/** Whether the refusal followed the announced end of a window in which requests were served late. */
function isRefusedAfterRenewal(timeline: Timeline, refusal: TimelineEntry): boolean {
  const before = timeline
    .slice(0, timeline.indexOf(refusal))
    .findLast(({ key, phase }) => key === refusal.key && phase !== 'reset');
  return refusal.phase === 'reset' && before?.phase === 'renew';
}

/** Whether everything is explained except after an announced time that was not kept. */
function isExplainedBeforeBrokenPromise(judged: Case): boolean {
  const { timeline, plan, allowance, notes } = judged;
  const fromMs = notes.entryOf('quota/retry-after-honest')?.sentAtMs ?? Number.POSITIVE_INFINITY;
  const minute = byMinute(plan);
  const before: Classify = (entry) => {
    const found = minute(entry);
    return found === 'refused' && entry.sentAtMs >= fromMs ? 'elsewhere' : found;
  };
  const counters = plan.keys.map((key) => counterOf(minuteEntries(timeline, [key]), plan, null, before));
  return isExplained(counters, allowance, allDecisions);
}

/**
 * Whether a shared counter explains keys that separate counters do not. Without announcements, each key could also be
 * short of a request by itself.
 */
function flagOneQuota({ timeline, plan, allowance, keys, notes, clock }: Case): boolean {
  const isOneShort = isExplained(keys, { ...allowance, limit: allowance.limit - 1 }, allDecisions);
  const groups = groupsOfKeys(plan).filter((group) => {
    const announced = announcedCounts(timeline, plan, group);
    return announced === 'together' || (announced === 'silent' && !isOneShort);
  });
  for (const group of groups) {
    const others = plan.keys.filter((key) => !group.includes(key));
    const counters = [group, ...others.map((key) => [key])].map((together) =>
      counterOf(minuteEntries(timeline, together), plan, clock),
    );
    const [joint] = counters;
    const used = new Set(joint?.ledger.entries.map(({ key }) => key));
    const refusal = leastBefore(keys, allowance.windowMs);
    if (refusal === undefined || used.size < 2 || !isExplained(counters, allowance, allDecisions)) {
      continue;
    }
    notes.flag({
      requirement: isolated,
      kind: 'one-quota',
      message: `Keys of different accounts share one quota: a request was refused after at most ${requests(refusal.count)} of its own key, and only the other key's requests explain it`,
      expected: 'a quota for each key',
      actual: `429 after ${requests(refusal.count)} of ${plan.perMinute}`,
      entry: refusal.entry,
      restsOnTiming: true,
    });
    return true;
  }
  return false;
}

/** The refusal before which the fewest requests of its key may have been counted in so long a time. */
function leastBefore(keys: readonly JudgedKey[], spanMs: number) {
  const refusals = keys.flatMap(({ ledger }) =>
    ledger.refusals.map((entry) => ({
      entry,
      count: ledger.possibly(entry.sentAtMs - spanMs, entry.answeredAtMs),
    })),
  );
  return least(refusals, ({ count }) => count);
}

function supportFullGrant(judged: Case): void {
  const { keys, notes, plan, allowance } = judged;
  let most = 0;
  for (const { ledger } of keys) {
    // A request for an unknown animal may count too.
    const counting = ledger.entries.filter(
      (entry) => isServed(entry) || (entry.phase === 'count' && entry.status === 404),
    );
    let from = 0;
    for (let position = 0; position < counting.length; position += 1) {
      const entry = counting[position] as TimelineEntry;
      while (entry.answeredAtMs - (counting[from] as TimelineEntry).sentAtMs > allowance.windowMs) {
        from += 1;
      }
      most = Math.max(most, position - from + 1);
      if (most >= plan.perMinute) {
        notes.support(granted, [entry]);
        return;
      }
    }
  }
  const isReached = keys.some(({ ledger }) => ledger.refusals.length > 0);
  notes.leaveOpen(
    granted,
    !isReached
      ? limitNotReached(judged)
      : `at most ${most} of ${plan.perMinute} requests were served within ${windowText(plan.minuteMs)}: an earlier use of the key may have taken the rest; run again with a key that nothing else uses`,
  );
}

/** Fewer errors may be accidental: this number, and this share of the limit. */
const leastErrors = 3;
const leastShare = 0.05;
/** Phases with bursts. */
const burstPhases: ReadonlySet<Phase> = new Set(['burst', 'spend', 'one-operation']);

/**
 * Whether a key has lists within the limit that returned a server error in a burst: at least that many of a full quota,
 * while the same list alone was served before and after. Other operations may fail for other reasons.
 */
export function flagServerErrors(judged: Case): boolean {
  return judged.keys.some((key) => flagKey(judged, key));
}

function flagKey({ timeline, plan, notes, allowance }: Case, { ledger }: JudgedKey): boolean {
  if (ledger.start === 'unknown') {
    return false;
  }
  const { entries } = ledger;
  const burst = entries.filter(({ phase }) => phase === 'burst');
  const [first] = burst;
  if (first === undefined) {
    return false;
  }
  const untilMs = first.sentAtMs + allowance.windowMs / 2;
  const inTime = entries.filter(({ sentAtMs }) => sentAtMs <= untilMs);
  const errors = burst.filter(
    ({ operation, status, sentAtMs }) => operation === 'listPets' && status >= 500 && sentAtMs <= untilMs,
  );
  // Everything else was served, was for an unknown animal, or was rightly refused.
  const used = inTime.filter(({ status }) => status > 0 && status < 429).length;
  const short = Math.min(errors.length, plan.perMinute - used);
  const [error] = errors;
  const last = errors.at(-1);
  if (
    error === undefined ||
    last === undefined ||
    short < Math.max(leastErrors, leastShare * plan.perMinute) ||
    !isServedAlone(timeline, { toMs: first.sentAtMs }) ||
    !isServedAlone(timeline, { fromMs: last.answeredAtMs })
  ) {
    return false;
  }
  const { status } = error;
  const figure = `${plan.perMinute} in ${windowText(plan.minuteMs)}`;
  notes.flag({
    requirement: granted,
    kind: 'server-error-within-limit',
    message: `${requests(short)} within the limit returned ${status} when sent concurrently, although single ones are served; the plan grants ${figure}`,
    expected: `${figure} are served`,
    actual: `${used} served, ${errors.length} server errors`,
    entry: error,
    restsOnTiming: true,
  });
  return true;
}

/** Whether a list outside a burst was served in a span, with any key. */
function isServedAlone(timeline: Timeline, { fromMs = -Infinity, toMs = Infinity }): boolean {
  return timeline.some(
    (entry) =>
      isServed(entry) &&
      entry.operation === 'listPets' &&
      !burstPhases.has(entry.phase) &&
      entry.sentAtMs >= fromMs &&
      entry.answeredAtMs <= toMs,
  );
}
