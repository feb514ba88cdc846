import { join } from 'node:path';
import type { TagSource } from '../animals/tag.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openPlanWire, PlanWitness } from '../plan-limits/plan-wire.ts';
import type { PlanUnderTest } from '../quota/quota-wire.ts';
import type { Timeline, TimelineEntry } from '../quota/timeline.ts';
import type { NetworkQuotaWire } from '../quota/wire/network-wire.ts';
import { appendTimeline } from '../quota/wire/timeline-file.ts';
import { capitalised } from '../report/words.ts';
import type { RunContext } from '../run/open-target.ts';
import { watchContext } from '../run/run-watches.ts';
import type { RunOptions } from '../suite/run-options.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';
import { internalError } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { QuotaAcrossCommand } from './quota-across-command.ts';

export const neverExceeded = 'quota/never-exceeded';

interface AcrossQuotaParts extends RunContext {
  readonly options: RunOptions;
  readonly tags: TagSource;
  /** Adds to an exchange whether it took place during or after the command. */
  readonly marked: (exchange: Exchange) => Exchange;
}

/** The quota of the first key of one plan across a command, over the network. */
export class AcrossQuota {
  readonly #plan: PlanUnderTest;
  readonly #parts: AcrossQuotaParts;
  readonly #wire: NetworkQuotaWire;
  readonly #measured: number;
  readonly command: QuotaAcrossCommand;

  /** @param timeline the entries of the measurement of this plan */
  constructor(plan: PlanUnderTest, timeline: Timeline, parts: AcrossQuotaParts) {
    this.#plan = plan;
    this.#parts = parts;
    this.#measured = timeline.length;
    const witness = new PlanWitness(startWatch(watchContext(parts.options)), parts.record);
    const wireParts = { ...parts, timeline, categoryId: null };
    const marking = { see: (exchange: Exchange) => witness.see(parts.marked(exchange)) };
    this.#wire = openPlanWire(wireParts, marking, ({ reason, durationMs }) =>
      parts.record({ type: 'wait', reason, durationMs }),
    );
    this.command = new QuotaAcrossCommand(plan, this.#wire);
  }

  async conclude(): Promise<AcrossPromise> {
    const { outcome, text, evidence } = await this.command.conclude();
    const name = capitalised(this.#plan.plan);
    if (evidence !== null) {
      const exchange = await this.#cited(evidence.last);
      const first = evidence.first === null ? null : await this.#cited(evidence.first);
      const finding = {
        requirement: neverExceeded,
        kind: 'granted-again',
        message: `${name}: the limit was granted again after a restart or deployment: ${evidence.served}`,
        expected: `at most ${this.#plan.perMinute} in a window, allowing for window edges and refill`,
        actual: evidence.served,
        exchange,
        related: first === null ? [] : [{ role: 'first of them', exchange: first }],
      };
      this.#parts.record({ type: 'finding', finding });
    }
    return { requirement: neverExceeded, outcome, text: `${name}: ${text}` };
  }

  /** The exchange with the first 401 after the command, or `null`. */
  async refusal(): Promise<number | null> {
    const { refusal } = this.command;
    return refusal === null ? null : await this.#cited(refusal);
  }

  async close(): Promise<void> {
    await this.#wire.close();
    const path = join(this.#parts.options.reportDir, 'timeline.ndjson');
    try {
      appendTimeline(path, this.#plan.plan, this.#wire.timeline.slice(this.#measured));
    } catch (error) {
      this.#parts.record(internalError(error));
    }
  }

  /** The number of an entry's exchange, which is recorded if necessary. */
  #cited(entry: TimelineEntry): Promise<number> {
    const { record, marked } = this.#parts;
    return this.#wire.cited(entry, (exchange) =>
      record({ type: 'exchange', exchange: marked(exchange), touched: [] }),
    );
  }
}
