import type { TimelineEntry } from '../timeline.ts';
import { type Case, type JudgedKey, otherUsers, requests } from './case.ts';
import { entriesOf, saysMinute } from './entries.ts';
import { announcedCounts } from './shared-count.ts';
import { countBefore, countUpTo, inOrder, largestUpTo, smallestFrom } from './times.ts';

const countsDown = 'rate/remaining-counts-down';
const granted = 'quota/fully-granted';
/** The maximum number of evaluated announcements; more would only take time. */
const lookedAt = 50_000;

/** Whether `Remaining` promised more than was granted before the next refusal. */
export function judgePromisedMore(judged: Case, key: JudgedKey): void {
  const { notes } = judged;
  const broken = uncounted(judged, key) ?? brokenPromise(judged, key);
  if (broken === null) {
    return;
  }
  if (key.hasOtherUsers) {
    notes.leaveOpen(countsDown, otherUsers);
    return;
  }
  const { plan } = judged;
  const { remaining } = broken.entry;
  if (remaining <= broken.most + usedByOthers(judged, key, broken)) {
    notes.leaveOpen(countsDown, 'the other keys may share the quota: run again with this key alone');
    return;
  }
  // A quota that is announced as full must be granted in full.
  const isFull =
    (remaining === plan.perMinute - 1 || remaining === plan.perMinute - 2) &&
    remaining + servedBefore(key, broken.entry) < plan.perMinute;
  if (isFull && broken.refusal !== null) {
    notes.flag({
      requirement: granted,
      kind: 'refused-within-limit',
      message: `A request was refused after at most ${requests(broken.most + 1)} of a quota of ${plan.perMinute} that X-RateLimit-Remaining announced as full`,
      expected: `${requests(remaining + 1)} are served`,
      actual: `429 after at most ${broken.most + 1}`,
      entry: broken.refusal,
      related: [{ role: 'the announcement', entry: broken.entry }],
    });
    return;
  }
  notes.flag({
    requirement: countsDown,
    kind: 'promised-more',
    message: broken.message,
    expected: `at most ${broken.most}`,
    actual: `X-RateLimit-Remaining: ${remaining}`,
    entry: broken.entry,
    related: broken.refusal === null ? [] : [{ role: 'the refusal after it', entry: broken.refusal }],
  });
}

/** The requests that were certainly served before in the window of which an entry announces the `Reset`. */
function servedBefore({ ledger }: JudgedKey, { reset, sentAtMs }: TimelineEntry): number {
  return ledger.admittedEntries.filter((entry) => entry.reset === reset && entry.answeredAtMs <= sentAtMs)
    .length;
}

/** Requests of other keys between an announcement and the following refusal, if they may use the same counter. */
function usedByOthers(
  { timeline, plan }: Case,
  { key }: JudgedKey,
  { entry, refusal }: BrokenPromise,
): number {
  const others = [0, ...plan.keys].filter((other) => other !== key);
  if (refusal === null) {
    return 0;
  }
  const [fromMs, toMs] = [entry.sentAtMs, refusal.answeredAtMs];
  return others.reduce((count, other) => {
    const between = entriesOf(timeline, [other]).filter(
      ({ sentAtMs, answeredAtMs }) => answeredAtMs > fromMs && sentAtMs < toMs,
    );
    return announcedCounts(timeline, plan, [key, other]) === 'apart' ? count : count + between.length;
  }, 0);
}

interface BrokenPromise {
  readonly entry: TimelineEntry;
  readonly refusal: TimelineEntry | null;
  readonly most: number;
  readonly message: string;
}

/** A served request that still announces the full limit: it was not counted. */
function uncounted({ plan }: Case, { ledger }: JudgedKey): BrokenPromise | null {
  const entry = ledger.admittedEntries.find(
    (entry) => saysMinute(entry, plan) && entry.remaining === plan.perMinute,
  );
  const message = 'X-RateLimit-Remaining does not count the request that it answers';
  return entry === undefined ? null : { entry, refusal: null, most: plan.perMinute - 1, message };
}

/** An announcement of more requests than can have been counted before the next refusal. */
function brokenPromise({ plan }: Case, { ledger }: JudgedKey): BrokenPromise | null {
  const { refusals, refused, possible, entries } = ledger;
  const bySent = refused.sent;
  const answers = inOrder(refusals, ({ sentAtMs }) => sentAtMs).map(({ answeredAtMs }) => answeredAtMs);
  const earliest = smallestFrom(answers);
  const latest = largestUpTo(answers);
  const stride = Math.max(1, Math.floor(entries.length / lookedAt));
  for (let position = 0; position < entries.length && bySent.length > 0; position += stride) {
    const entry = entries[position] as TimelineEntry;
    const remaining = entry.remaining;
    const status = entry.status;
    if (!(remaining > 0) || status === 429 || status >= 500 || !saysMinute(entry, plan)) {
      continue;
    }
    const sentMs = entry.sentAtMs;
    const answeredMs = entry.answeredAtMs;
    const after = countBefore(bySent, answeredMs);
    if (after === bySent.length) {
      continue;
    }
    // Any refusal that was sent before the first response can be the first.
    const headMs = latest[countUpTo(bySent, earliest[after] as number) - 1] as number;
    const meanwhile = after - countBefore(refused.answered, sentMs);
    const counted = countUpTo(possible.sent, headMs) - countBefore(possible.answered, sentMs) - 1;
    const most = counted + Math.max(0, meanwhile);
    if (remaining > most) {
      const refusal = refusals[countBefore(refused.answered, earliest[after] as number)] ?? null;
      const message = `X-RateLimit-Remaining promised ${requests(remaining)} more; after at most ${most}, the next was refused`;
      return { entry, refusal, most, message };
    }
  }
  return null;
}
