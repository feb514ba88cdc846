import { join } from 'node:path';
import { judgeKeptQuota, type KeptQuota } from '../across/kept-quota.ts';
import type { Exchange, Operation } from '../exchange/exchange.ts';
import { ServerClock } from '../exchange/server-clock.ts';
import type { TagSource } from '../history/tag.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import { Timeline } from '../quota/timeline.ts';
import { readTimeline } from '../quota/wire/read-timeline.ts';
import { TimelineWriter } from '../quota/wire/timeline-writer.ts';
import type { ExchangeNumbers } from '../quota/wire/wire-options.ts';
import { capitalised } from '../report/words.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { openPlanWire } from './open-plan-wire.ts';
import { PlanWitness } from './plan-witness.ts';
import type { RunOptions } from './run-options.ts';
import { watchContext } from './run-watches.ts';
import { type StopSignals, whenStopped } from './when-stopped.ts';

export const neverExceeded = 'quota/never-exceeded';

/** Requests beyond the limit, which show that it is reached. */
const beyond = 3;
/** A quota with this many requests used counts as full: a bucket that is counted in fractions shows one less. */
const usedOfFull = 2;
/** The share of a window that has to be left for the command, and how near to its end a request shows it whole. */
const shareLeft = 0.5;
const shareOfEnd = 0.95;
/** A second, by which a `Reset` may be rounded, and a little. */
const roundedMs = 1_100;

interface AcrossQuotaParts extends StopSignals {
  readonly options: RunOptions;
  readonly tag: string;
  readonly startedAtMs: number;
  readonly numbers: ExchangeNumbers;
  readonly tags: TagSource;
  readonly record: (event: RunEvent) => void;
  /** Adds to an exchange whether it took place during or after the command. */
  readonly marked: (exchange: Exchange) => Exchange;
}

/** The first key of one plan, whose quota is used up before a command and asked for again after it. */
export class AcrossQuota {
  readonly #plan: PlanUnderTest;
  readonly #key: number;
  readonly #parts: AcrossQuotaParts;
  readonly #wire: ReturnType<typeof openPlanWire>;
  readonly #writer: TimelineWriter;
  readonly #release: () => void;
  /** The entries of earlier measurements, before those of the wire. */
  readonly #earlier: Timeline;
  #after = Number.POSITIVE_INFINITY;

  /** @param earlier the entries of the same keys before, by the clock of this run */
  constructor(plan: PlanUnderTest, earlier: Timeline, parts: AcrossQuotaParts) {
    const [key = 1] = plan.keys;
    this.#plan = plan;
    this.#key = key;
    this.#parts = parts;
    this.#earlier = earlier;
    this.#writer = new TimelineWriter(join(parts.options.reportDir, 'timeline.ndjson'));
    const witness = new PlanWitness(startWatch(watchContext(parts.options)), parts.record);
    const wireParts = { ...parts, timelineWriter: this.#writer, categoryId: null };
    const marking = { see: (exchange: Exchange) => witness.see(parts.marked(exchange)) };
    this.#wire = openPlanWire(plan, wireParts, marking, ({ reason, durationMs }) =>
      parts.record({ type: 'wait', reason, durationMs }),
    );
    this.#release = whenStopped(parts, (reason) => this.#wire.stop(reason));
  }

  /** Uses up the quota from full, at the beginning of a window if the service has any. */
  async useUp(): Promise<void> {
    const { minuteMs, perMinute } = this.#plan;
    let index = await this.#send();
    if (!this.#isFull(index)) {
      await this.#wait(this.#wire.timeline.answeredAtMs(index) + minuteMs + roundedMs);
      index = await this.#send();
    }
    const resetMs = this.#resetAtMs(index);
    const leftMs = resetMs - this.#wire.now();
    // A bucket is full again at once, which says nothing of a window.
    if (leftMs > minuteMs / 20 && leftMs < minuteMs * shareLeft) {
      await this.#wait(resetMs + minuteMs / 100);
      await this.#send();
    }
    await this.#burst(perMinute + beyond);
  }

  /** Asks for the whole limit again, immediately after the command. */
  async askAgain(): Promise<void> {
    this.#after = this.#earlier.length + this.#wire.timeline.length;
    await this.#burst(this.#plan.perMinute + beyond);
  }

  /** What became of the limit; one more request tells if the end of a window may explain it. */
  async conclude(): Promise<AcrossPromise> {
    let kept = this.#judge();
    if (kept.laterTells) {
      const first = this.#after - this.#earlier.length;
      await this.#wait(this.#wire.timeline.sentAtMs(first) + shareOfEnd * this.#plan.minuteMs);
      await this.#send();
      kept = this.#judge();
    }
    const { outcome, text, evidence } = kept;
    const name = capitalised(this.#plan.plan);
    if (evidence !== null) {
      await this.#report(evidence, name);
    }
    return { requirement: neverExceeded, outcome, text: `${name}: ${text}` };
  }

  /** Whether the key was served before the command and is refused with 401 after it, as the entry that shows it. */
  async refusal(): Promise<number | null> {
    const { timeline } = this.#wire;
    const first = this.#after - this.#earlier.length;
    for (let index = first; index < timeline.length; index += 1) {
      if (timeline.status(index) === 401) {
        return await this.#cited(index);
      }
    }
    return null;
  }

  async close(): Promise<void> {
    this.#release();
    await this.#wire.close();
    await this.#writer.close();
  }

  #judge(): KeptQuota {
    const whole = new Timeline();
    for (const timeline of [this.#earlier, this.#wire.timeline]) {
      for (let index = 0; index < timeline.length; index += 1) {
        whole.add(timeline.at(index));
      }
    }
    return judgeKeptQuota(whole, this.#after, this.#plan, this.#key);
  }

  async #report(evidence: NonNullable<KeptQuota['evidence']>, name: string): Promise<void> {
    const { perMinute } = this.#plan;
    const offset = this.#earlier.length;
    const exchange = await this.#cited(evidence.last - offset);
    const first = evidence.first >= offset ? await this.#cited(evidence.first - offset) : null;
    this.#parts.record({
      type: 'finding',
      finding: {
        requirement: neverExceeded,
        kind: 'granted-again',
        message: `${name}: the limit was granted again after a restart or deployment: ${evidence.served}`,
        expected: `at most ${perMinute} in a window, allowing for window edges and refill`,
        actual: evidence.served,
        exchange,
        related: first === null ? [] : [{ role: 'first of them', exchange: first }],
      },
    });
  }

  /** The number of an entry's exchange, which is recorded if necessary. */
  async #cited(index: number): Promise<number> {
    if (!this.#wire.isRecorded(index)) {
      const exchange = this.#parts.marked(await this.#wire.exchangeOf(index));
      this.#parts.record({ type: 'exchange', exchange, touched: [] });
    }
    return this.#wire.timeline.exchange(index);
  }

  async #send(): Promise<number> {
    return await this.#wire.send({ key: this.#key, operation: 'listPets', phase: 'burst' });
  }

  async #burst(size: number): Promise<void> {
    const operation: Operation = 'listPets';
    const requests = Array.from({ length: size }, () => ({
      key: this.#key,
      operation,
      phase: 'burst' as const,
    }));
    await this.#wire.burst(requests, this.#plan.connections, beyond);
  }

  async #wait(untilMs: number): Promise<void> {
    await this.#wire.waitUntil(untilMs, 'a full quota, to test whether the command restores it');
  }

  #isFull(index: number): boolean {
    const { timeline } = this.#wire;
    return timeline.served(index) && timeline.remaining(index) >= this.#plan.perMinute - usedOfFull;
  }

  /** When the window of a response ends, by the clock of this run; NaN if it does not say. */
  #resetAtMs(index: number): number {
    const { timeline } = this.#wire;
    const clock = new ServerClock(0);
    const dateMs = timeline.dateMs(index);
    if (Number.isNaN(dateMs) || timeline.limit(index) !== this.#plan.perMinute) {
      return Number.NaN;
    }
    clock.see(dateMs, timeline.sentAtMs(index), timeline.answeredAtMs(index));
    return timeline.reset(index) * 1000 - (clock.bounds?.leastMs ?? Number.NaN);
  }
}

/** Opens one for each measured plan; `earlier`: the folder with the entries of the measurement. */
export async function openAcrossQuotas(
  plans: readonly PlanUnderTest[],
  folder: string,
  parts: AcrossQuotaParts,
): Promise<readonly AcrossQuota[]> {
  const quotas: AcrossQuota[] = [];
  for (const plan of plans) {
    const earlier = await readTimeline(join(folder, 'timeline.ndjson'), plan.plan);
    quotas.push(new AcrossQuota(plan, earlier, parts));
  }
  return quotas;
}
