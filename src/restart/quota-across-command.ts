import type { Operation } from '../exchange/exchange.ts';
import { boundsOfDate } from '../exchange/server-clock.ts';
import { spanText } from '../quota/judge/case.ts';
import { judgeQuota } from '../quota/judge/judge-quota.ts';
import type { PlanUnderTest, QuotaWire } from '../quota/quota-wire.ts';
import { isServed, type Timeline, type TimelineEntry } from '../quota/timeline.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';

/** Requests beyond the limit, which show that it is reached. */
const beyond = 3;
/** A quota with this many requests used counts as full: a bucket that is counted in fractions shows one less. */
const usedOfFull = 2;
/** The share of a window that has to be left for the command, and how near to its end a request shows it whole. */
const shareLeft = 0.5;
const shareOfEnd = 0.95;
/** The time of the late refusal, as a share of a window. */
const lateShare = 0.8;
/** A bucket is full again within this share of a window, which says nothing of a window. */
const shareOfRefill = 0.05;
/** A second, by which a `Reset` may be rounded, and a little. */
const roundedMs = 1_100;

/**
 * The quota of one key across a command: exhausted before it, and tested again after it. Over any wire, one call at a
 * time.
 */
export class QuotaAcrossCommand {
  readonly #plan: PlanUnderTest;
  readonly #key: number;
  readonly #wire: QuotaWire;
  /** Where the entries of a measurement before end. */
  readonly #from: number;
  #after = 0;

  constructor(plan: PlanUnderTest, wire: QuotaWire) {
    const [key = 1] = plan.keys;
    this.#plan = plan;
    this.#key = key;
    this.#wire = wire;
    this.#from = wire.timeline.length;
  }

  /**
   * Exhausts the quota twice, a window apart, and the second time at the beginning of a window if the service has any.
   * A refusal late in the first one shows that nothing is restored before, and so that nothing is due in the second
   * one.
   */
  async useUp(): Promise<void> {
    const { minuteMs, perMinute } = this.#plan;
    const first = await this.#send();
    if (isServed(first)) {
      await this.#burst(perMinute + beyond);
    }
    const usedUpMs = this.#wire.now();
    await this.#wait(usedUpMs + lateShare * minuteMs);
    await this.#send();
    await this.#wait(usedUpMs + minuteMs + roundedMs);
    let entry = await this.#send();
    if (!this.#isFull(entry)) {
      await this.#wait(entry.answeredAtMs + minuteMs + roundedMs);
      entry = await this.#send();
    }
    const resetMs = this.#resetAtMs(entry);
    const leftMs = resetMs - this.#wire.now();
    if (leftMs > minuteMs * shareOfRefill && leftMs < minuteMs * shareLeft) {
      await this.#wait(resetMs + minuteMs / 100);
      await this.#send();
    }
    await this.#burst(perMinute + beyond);
  }

  /** Sends requests for the whole limit again, immediately after the command. */
  async askAgain(): Promise<void> {
    this.#after = this.#wire.timeline.length;
    await this.#burst(this.#plan.perMinute + beyond);
  }

  /** Whether the limit was kept; one more request decides if the end of a window may explain it. */
  async conclude(): Promise<KeptQuota> {
    const kept = this.#judge();
    if (!kept.laterTells) {
      return kept;
    }
    const [first] = this.#wire.timeline.slice(this.#after);
    await this.#wait((first?.sentAtMs ?? this.#wire.now()) + shareOfEnd * this.#plan.minuteMs);
    await this.#send();
    return this.#judge();
  }

  /** The first 401 after the command, as an entry of the wire, or `null`. */
  get refusal(): TimelineEntry | null {
    return this.#wire.timeline.slice(this.#after).find(({ status }) => status === 401) ?? null;
  }

  #judge(): KeptQuota {
    const bounds = { from: this.#from, after: this.#after };
    return judgeKeptQuota(this.#wire.timeline, bounds, this.#plan, this.#key);
  }

  async #send(): Promise<TimelineEntry> {
    return await this.#wire.send({ key: this.#key, operation: 'listPets', phase: 'burst' });
  }

  async #burst(size: number): Promise<void> {
    const operation: Operation = 'listPets';
    const request = { key: this.#key, operation, phase: 'burst' as const };
    const requests = Array.from({ length: size }, () => request);
    await this.#wire.burst(requests, this.#plan.connections, beyond);
  }

  async #wait(untilMs: number): Promise<void> {
    await this.#wire.waitUntil(untilMs, 'a full quota, to test whether the command restores it');
  }

  #isFull(entry: TimelineEntry): boolean {
    return isServed(entry) && entry.remaining >= this.#plan.perMinute - usedOfFull;
  }

  /** When the window of a response has ended, by the clock of the wire; NaN if it does not say. */
  #resetAtMs({ limit, reset, dateMs, sentAtMs, answeredAtMs }: TimelineEntry): number {
    const { leastMs } = boundsOfDate(dateMs, sentAtMs, answeredAtMs);
    return limit === this.#plan.perMinute ? reset * 1000 - leastMs : Number.NaN;
  }
}

/** Whether the limit of a key was granted again across a command. */
export interface KeptQuota extends Pick<AcrossPromise, 'outcome' | 'text'> {
  /** For a violation: the last request that was served, and the first one; `null` for one of the measurement before. */
  readonly evidence: {
    readonly last: TimelineEntry;
    readonly first: TimelineEntry | null;
    readonly served: string;
  } | null;
  /** Whether a request near the end of the window could decide what is undecided. */
  readonly laterTells: boolean;
}

const ofExcess: readonly string[] = [
  'quota/never-exceeded',
  'quota/limit-enforced',
  'quota/shared-across-operations',
];

/**
 * Judges the requests of one key before and after a command on one timeline, as a measurement of plan limits is judged: a
 * violation only if no permitted limiter explains what was served on both sides.
 *
 * @param bounds how many requests a measurement sent before, and how many were sent before the end of the command
 */
function judgeKeptQuota(
  timeline: Timeline,
  { from, after }: { readonly from: number; readonly after: number },
  given: PlanUnderTest,
  key: number,
): KeptQuota {
  const plan = { ...given, keys: [key], neighbour: false };
  const earlier = timeline.slice(0, after);
  const ofKey = (entry: TimelineEntry) => entry.key === key && !entry.cached;
  const before = earlier.filter(ofKey);
  const since = timeline.slice(after).filter(ofKey);
  const servedBefore = before.filter(isServed);
  const servedSince = since.filter(isServed);
  const lastBefore = servedBefore.at(-1);
  const [firstSince] = since;
  if (lastBefore === undefined || firstSince === undefined) {
    return open('the key was not served before the command, or nothing was sent after it');
  }
  if (since.every(({ status }) => status === 401)) {
    return open('the key is refused with 401 after the command');
  }
  const apartMs = firstSince.answeredAtMs - lastBefore.sentAtMs;
  const windowText = `the window of ${spanText(plan.minuteMs)}`;
  if (apartMs > plan.minuteMs) {
    return untested(`${spanText(apartMs)} passed, longer than ${windowText}: a fresh quota is due`);
  }
  if (!before.some((entry) => isRefusedAfter(entry, lastBefore))) {
    return open('the quota could not be used up before the command');
  }
  if (exceeds(earlier, plan)) {
    return open('more was served than the plan grants before the command already');
  }
  const served = `${inWindow(servedBefore, lastBefore, plan)} served before and ${servedSince.length} after`;
  if (exceeds(timeline, plan)) {
    const last = servedSince.at(-1) ?? lastBefore;
    const [first = lastBefore] = servedBefore;
    const evidence = { last, first: timeline.indexOf(first) >= from ? first : null, served };
    return { ...open(''), outcome: 'violated', text: served, evidence };
  }
  if (servedSince.length < plan.perMinute && since.some(({ status }) => status === 429)) {
    return { ...open(''), outcome: 'held', text: `${served}, then 429, ${spanText(apartMs)} apart` };
  }
  return {
    ...open(`${served}, ${spanText(apartMs)} apart: the end of a window between them explains that as well`),
    laterTells: true,
  };
}

/** Whether more was served than any permitted limiter would. */
function exceeds(timeline: Timeline, plan: PlanUnderTest): boolean {
  return judgeQuota(timeline, plan).findings.some(
    ({ requirement, kind }) => ofExcess.includes(requirement) && !kind.startsWith('status-'),
  );
}

/** Whether a request was refused when the last one was served, or later. */
function isRefusedAfter({ status, answeredAtMs }: TimelineEntry, last: TimelineEntry): boolean {
  return status === 429 && answeredAtMs >= last.sentAtMs;
}

/** The number of requests that were served within a window up to the last one. */
function inWindow(served: Timeline, last: TimelineEntry, { minuteMs }: PlanUnderTest): number {
  return served.filter(({ sentAtMs }) => sentAtMs >= last.answeredAtMs - minuteMs).length;
}

function open(text: string): KeptQuota {
  return { outcome: 'undecided', text, evidence: null, laterTells: false };
}

function untested(text: string): KeptQuota {
  return { ...open(text), outcome: 'untested' };
}
