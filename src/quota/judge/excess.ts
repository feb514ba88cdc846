import type { Case, JudgedKey } from './case.ts';
import { requests, windowText } from './case.ts';
import { isServed } from './classify.ts';
import { excessCause } from './excess-cause.ts';
import { isTimestamp } from './key-trace.ts';
import { overlapAtLimit } from './overlap.ts';

const exceeded = 'quota/never-exceeded';
const enforced = 'quota/limit-enforced';
const shared = 'quota/shared-across-operations';
/** So many requests under way at once make a race likely enough to show. */
const enoughOverlap = 8;

/** Whether more was served than any permitted limiter could, and what for. */
export function judgeExcess(judged: Case): void {
  const { notes, keys } = judged;
  if (!judged.explanations.some(({ admits }) => admits)) {
    accuseExcess(judged);
    return;
  }
  if (judgeOtherStatus(judged) || judgeShortWindow(judged)) {
    return;
  }
  const refusals = keys.flatMap(({ trace }) => trace.ledger.refusals);
  const [refusal] = refusals;
  if (refusal === undefined) {
    leaveUnreached(judged);
    return;
  }
  notes.support(
    enforced,
    refusals.slice(0, 5).map(({ entry }) => entry),
  );
  const overlap = overlapAtLimit(judged);
  if (overlap >= Math.min(enoughOverlap, judged.plan.perMinute)) {
    notes.support(exceeded, [refusal.entry]);
  } else {
    notes.leaveOpen(
      exceeded,
      `the concurrency was not exercised: ${requests(overlap)} under way at once when the limit was reached; a service that is quicker to reach shows more`,
    );
  }
  if (operationsServed(judged) >= 2) {
    notes.support(shared, [refusal.entry]);
  } else {
    notes.leaveOpen(shared, 'only one operation was served before the limit was reached');
  }
}

function leaveUnreached({ keys, notes, plan }: Case): void {
  const most = Math.max(0, ...keys.map(({ trace }) => trace.ledger.served.length));
  const reason = `the limit was not reached: ${requests(most)} were served of ${plan.perMinute} in ${windowText(plan.minuteMs)}, too slowly to use up what the plan allows`;
  for (const requirement of [enforced, exceeded, shared]) {
    notes.leaveOpen(requirement, reason);
  }
}

function operationsServed({ timeline, keys }: Case): number {
  return new Set(keys.flatMap(({ trace }) => Array.from(trace.ledger.served, timeline.operation))).size;
}

function accuseExcess(judged: Case): void {
  const { notes, plan, keys } = judged;
  const worst = densest(judged);
  if (worst === null) {
    return;
  }
  const cause = excessCause(judged);
  const refused = keys.some(({ trace }) => trace.ledger.refusals.length > 0);
  const requirement = cause.kind === 'counter-per-operation' ? shared : refused ? exceeded : enforced;
  const kind = requirement === enforced ? 'no-429' : cause.kind;
  const allowed = `${plan.perMinute} requests in ${windowText(plan.minuteMs)}`;
  const said = `${requests(worst.count)} were served within ${spanText(worst.spanMs)}`;
  const message =
    requirement === enforced
      ? `No request was answered 429, though ${said}, which no permitted limiter of ${allowed} lets through`
      : `${said}, which no permitted limiter of ${allowed} lets through${cause.text}`;
  notes.accuse({
    requirement,
    kind,
    message,
    expected: `at most ${allowed}, window edges and refill allowed for`,
    actual: `${worst.count} served, ${refusedIn(judged, worst)} refused in ${spanText(worst.spanMs)}`,
    entry: worst.last,
    related: [{ role: 'first of them', entry: worst.first }],
    restsOnTiming: false,
  });
  for (const other of [enforced, exceeded, shared, 'quota/fully-granted']) {
    if (other !== requirement && !(other === enforced && refused)) {
      notes.leaveOpen(other, `more is served than the plan allows (${requirement}): mend that first`);
    }
  }
  if (refused && requirement !== enforced) {
    const refusal = keys.flatMap(({ trace }) => trace.ledger.refusals)[0];
    notes.support(enforced, refusal === undefined ? [] : [refusal.entry]);
  }
}

interface Dense {
  readonly count: number;
  readonly spanMs: number;
  readonly first: number;
  readonly last: number;
  readonly owner: JudgedKey;
}

/** The most that was surely served within one window of time. */
function densest({ keys, timeline, figures }: Case): Dense | null {
  let best: Dense | null = null;
  for (const owner of keys) {
    const { ledger } = owner.trace;
    const { served } = ledger;
    for (let position = 0; position < served.length; position += 1) {
      const sentAtMs = ledger.sure.sent[position] ?? 0;
      const count = ledger.surely(sentAtMs, sentAtMs + figures.windowMs - figures.slackMs);
      if (best === null || count > best.count) {
        const first = served[position] ?? 0;
        const last = served[Math.min(position + count, served.length) - 1] ?? first;
        best = { count, first, last, owner, spanMs: timeline.answeredAtMs(last) - sentAtMs };
      }
    }
  }
  return best;
}

function refusedIn({ timeline }: Case, { owner, first, last }: Dense): number {
  const from = timeline.sentAtMs(first);
  const to = timeline.answeredAtMs(last);
  return owner.trace.ledger.refusals.filter((one) => one.sentAtMs >= from && one.answeredAtMs <= to).length;
}

function spanText(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** As many as the plan allows were served, and the rest got another status than 429. */
function judgeOtherStatus({ keys, timeline, plan, notes }: Case): boolean {
  for (const { trace } of keys) {
    const { ledger } = trace;
    const odd = Array.from(ledger.entries).filter(
      (index) => !isServed(timeline, index) && !expectedStatuses.has(timeline.status(index)),
    );
    const [example] = odd;
    const status = example === undefined ? 0 : timeline.status(example);
    const alike = odd.filter((index) => timeline.status(index) === status);
    if (example === undefined || ledger.refusals.length > 0 || alike.length < 3) {
      continue;
    }
    const before = ledger.surely(
      Number.NEGATIVE_INFINITY,
      timeline.answeredAtMs(alike[alike.length - 1] ?? example),
    );
    const countable = ledger.possibly(Number.NEGATIVE_INFINITY, timeline.sentAtMs(example)) + alike.length;
    if (
      before >= plan.perMinute - 2 &&
      countable >= plan.perMinute &&
      !servedAfter(ledger.served, alike, timeline)
    ) {
      notes.accuse({
        requirement: enforced,
        kind: `status-${status}`,
        message: `Beyond the limit requests are answered ${status} where 429 is due`,
        expected: '429',
        actual: String(status),
        entry: alike[alike.length - 1] ?? example,
        related: [],
        restsOnTiming: false,
      });
      for (const other of [exceeded, shared]) {
        notes.leaveOpen(
          other,
          'requests beyond the limit are not answered 429 (quota/limit-enforced): mend that first',
        );
      }
      return true;
    }
  }
  return false;
}

/** 0: no answer. 400, 401 and 404 have meanings of their own. */
const expectedStatuses = new Set([0, 400, 401, 404, 429]);

/** Whether a request was served in the second after these: then they were no refusals of a used-up quota. */
function servedAfter(served: Int32Array, alike: readonly number[], timeline: Case['timeline']): boolean {
  const first = alike[0] ?? 0;
  const until = timeline.answeredAtMs(first) + 400;
  return served.some((index) => {
    const sentAtMs = timeline.sentAtMs(index);
    return sentAtMs > timeline.answeredAtMs(first) && sentAtMs < until;
  });
}

/** Windows whose announced ends follow one another too quickly, where only fixed windows explain the trace. */
function judgeShortWindow({ explanations, keys, timeline, figures, clock, notes, plan }: Case): boolean {
  const onlyFixed = explanations.every(({ kind, admits }) => !admits || kind.startsWith('fixed window'));
  if (!onlyFixed || clock === null || figures.windowMs < 4_000) {
    return false;
  }
  for (const { trace } of keys) {
    const groups = labelGroups(trace.ledger.entries, timeline, plan.perMinute);
    for (let position = 1; position < groups.length; position += 1) {
      const [earlier, later] = [groups[position - 1], groups[position]];
      if (earlier === undefined || later === undefined) {
        continue;
      }
      const apartMs = (later.reset - earlier.reset) * 1000;
      const constant = earlier.lastMs - earlier.firstMs > 2_100;
      const truthful = later.firstMs >= earlier.reset * 1000 - clock.mostMs - 1_200;
      const used = earlier.served > figures.limit / 2 && later.served > figures.limit / 2;
      if (constant && truthful && used && apartMs < figures.windowMs - 1_050 - figures.slackMs) {
        notes.accuse({
          requirement: exceeded,
          kind: 'short-window',
          message: `A window ends ${apartMs / 1000} s after the one before it: the plan's figure is for ${windowText(figures.windowMs)}`,
          expected: `at most ${figures.limit} requests in ${windowText(figures.windowMs)}`,
          actual: `${earlier.served} and ${later.served} served in windows that end ${apartMs / 1000} s apart`,
          entry: later.entry,
          related: [{ role: 'window before', entry: earlier.entry }],
          restsOnTiming: true,
        });
        return true;
      }
    }
  }
  return false;
}

interface LabelGroup {
  readonly reset: number;
  readonly entry: number;
  readonly firstMs: number;
  lastMs: number;
  served: number;
}

function labelGroups(entries: Int32Array, timeline: Case['timeline'], limit: number): LabelGroup[] {
  const groups = new Map<number, LabelGroup>();
  for (const index of entries) {
    const reset = timeline.reset(index);
    if (timeline.limit(index) !== limit || !isTimestamp(reset)) {
      continue;
    }
    const firstMs = timeline.sentAtMs(index);
    const group = groups.get(reset) ?? { reset, entry: index, firstMs, lastMs: firstMs, served: 0 };
    group.lastMs = Math.max(group.lastMs, timeline.answeredAtMs(index));
    group.served += isServed(timeline, index) ? 1 : 0;
    groups.set(reset, group);
  }
  return [...groups.values()].sort((left, right) => left.reset - right.reset);
}
