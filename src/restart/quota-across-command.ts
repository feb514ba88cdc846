import type { Operation } from '../exchange/exchange.ts';
import { boundsOfDate } from '../exchange/server-clock.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import type { QuotaWire } from '../quota/quota-wire.ts';
import { judgeKeptQuota, type KeptQuota } from './kept-quota.ts';

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

/** The result for a key. Entries are those of the wire; `null` for one from before. */
export interface QuotaPassed extends Pick<KeptQuota, 'outcome' | 'text'> {
  readonly evidence: { readonly last: number; readonly first: number | null; readonly served: string } | null;
}

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
    const { timeline } = this.#wire;
    const first = await this.#send();
    if (timeline.served(first)) {
      await this.#burst(perMinute + beyond);
    }
    const usedUpMs = this.#wire.now();
    await this.#wait(usedUpMs + lateShare * minuteMs);
    await this.#send();
    await this.#wait(usedUpMs + minuteMs + roundedMs);
    let index = await this.#send();
    if (!this.#isFull(index)) {
      await this.#wait(timeline.answeredAtMs(index) + minuteMs + roundedMs);
      index = await this.#send();
    }
    const resetMs = this.#resetAtMs(index);
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
  async conclude(): Promise<QuotaPassed> {
    const kept = this.#judge();
    if (!kept.laterTells) {
      return this.#passed(kept);
    }
    await this.#wait(this.#wire.timeline.sentAtMs(this.#after) + shareOfEnd * this.#plan.minuteMs);
    await this.#send();
    return this.#passed(this.#judge());
  }

  /** The first 401 after the command, as an entry of the wire, or `null`. */
  get refusal(): number | null {
    const { timeline } = this.#wire;
    return timeline.where((index) => timeline.status(index) === 401, this.#after)[0] ?? null;
  }

  #judge(): KeptQuota {
    return judgeKeptQuota(this.#wire.timeline, this.#after, this.#plan, this.#key);
  }

  #passed({ outcome, text, evidence }: KeptQuota): QuotaPassed {
    const isOwn = evidence !== null && evidence.first >= this.#from;
    return { outcome, text, evidence: evidence && { ...evidence, first: isOwn ? evidence.first : null } };
  }

  async #send(): Promise<number> {
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

  #isFull(index: number): boolean {
    const { timeline } = this.#wire;
    return timeline.served(index) && timeline.remaining(index) >= this.#plan.perMinute - usedOfFull;
  }

  /** When the window of a response has ended, by the clock of the wire; NaN if it does not say. */
  #resetAtMs(index: number): number {
    const { timeline } = this.#wire;
    if (timeline.limit(index) !== this.#plan.perMinute) {
      return Number.NaN;
    }
    const sentAtMs = timeline.sentAtMs(index);
    const { leastMs } = boundsOfDate(timeline.dateMs(index), sentAtMs, timeline.answeredAtMs(index));
    return timeline.reset(index) * 1000 - leastMs;
  }
}
