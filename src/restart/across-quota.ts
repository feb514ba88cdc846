import { join } from 'node:path';
import type { TagSource } from '../animals/tag.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openPlanWire } from '../plan-limits/open-plan-wire.ts';
import { PlanWitness } from '../plan-limits/plan-witness.ts';
import type { PlanUnderTest } from '../quota/quota-wire.ts';
import type { Timeline, TimelineEntry } from '../quota/timeline.ts';
import type { NetworkQuotaWire } from '../quota/wire/network-wire.ts';
import { TimelineWriter } from '../quota/wire/timeline-writer.ts';
import { capitalised } from '../report/words.ts';
import { watchContext } from '../run/run-watches.ts';
import type { RunOptions } from '../suite/run-options.ts';
import type { ExchangeNumbers } from '../target/exchange-numbers.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { QuotaAcrossCommand } from './quota-across-command.ts';

export const neverExceeded = 'quota/never-exceeded';

interface AcrossQuotaParts {
  readonly options: RunOptions;
  readonly tag: string;
  readonly startedAtMs: number;
  readonly numbers: ExchangeNumbers;
  readonly tags: TagSource;
  readonly stopped: AbortSignal;
  readonly record: (event: RunEvent) => void;
  /** Adds to an exchange whether it took place during or after the command. */
  readonly marked: (exchange: Exchange) => Exchange;
}

/** The quota of the first key of one plan across a command, over the network. */
export class AcrossQuota {
  readonly #plan: PlanUnderTest;
  readonly #parts: AcrossQuotaParts;
  readonly #wire: NetworkQuotaWire;
  readonly #writer: TimelineWriter;
  readonly #quota: QuotaAcrossCommand;

  /** @param timeline the entries of the measurement of this plan */
  constructor(plan: PlanUnderTest, timeline: Timeline, parts: AcrossQuotaParts) {
    this.#plan = plan;
    this.#parts = parts;
    this.#writer = new TimelineWriter(join(parts.options.reportDir, 'timeline.ndjson'));
    const witness = new PlanWitness(startWatch(watchContext(parts.options)), parts.record);
    const wireParts = { ...parts, timeline, timelineWriter: this.#writer, categoryId: null };
    const marking = { see: (exchange: Exchange) => witness.see(parts.marked(exchange)) };
    this.#wire = openPlanWire(plan, wireParts, marking, ({ reason, durationMs }) =>
      parts.record({ type: 'wait', reason, durationMs }),
    );
    this.#quota = new QuotaAcrossCommand(plan, this.#wire);
  }

  useUp(): Promise<void> {
    return this.#quota.useUp();
  }

  askAgain(): Promise<void> {
    return this.#quota.askAgain();
  }

  async conclude(): Promise<AcrossPromise> {
    const { outcome, text, evidence } = await this.#quota.conclude();
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
    const { refusal } = this.#quota;
    return refusal === null ? null : await this.#cited(refusal);
  }

  async close(): Promise<void> {
    await this.#wire.close();
    this.#writer.close();
  }

  /** The number of an entry's exchange, which is recorded if necessary. */
  async #cited(entry: TimelineEntry): Promise<number> {
    if (!this.#wire.isRecorded(entry)) {
      const exchange = this.#parts.marked(await this.#wire.exchangeOf(entry));
      this.#parts.record({ type: 'exchange', exchange, touched: [] });
    }
    return entry.exchange;
  }
}
