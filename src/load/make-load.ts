import { setTimeout as delay } from 'node:timers/promises';
import { isDetoured } from '../target/transport.ts';
import { runAutocannon } from './autocannon-engine.ts';
import { runClosedLoop } from './closed-loop.ts';
import { GeneratorHealth, type GeneratorState } from './generator-health.ts';
import { LatencyHistograms } from './latency-histograms.ts';
import type { EngineParts } from './load-engine.ts';
import { type LoadClock, type LoadFigures, LoadSeries } from './load-figures.ts';
import { type LedgerParts, LoadLedger } from './load-ledger.ts';
import { type LoadPlan, type LoadTick, seriesSpan } from './load-plan.ts';
import { runOpenLoop, startTimes } from './open-loop.ts';
import { shareOf } from './shards/shard-plan.ts';

/** The inputs of a load; times and numbers continue after its preparation. */
export interface LoadParts
  extends Omit<EngineParts, 'connections' | 'allConnections' | 'timeoutMs' | 'ledger' | 'untilMs'>,
    Pick<LedgerParts, 'bounds' | 'onStart' | 'onAnswer'> {
  /** The plan of the whole load. */
  readonly plan: LoadPlan;
  /** When it begins by the run's clock, in ms: now if absent. */
  readonly beginAtMs?: number;
  /** Called every second. */
  readonly onTick: (tick: LoadTick) => void;
}

/** The figures of a load except for those of its verdicts. */
type MadeFigures = Omit<LoadFigures, 'deviations' | 'heldBackTo'>;

/** The shortest timeout that autocannon does not round up, in ms. */
const leastAutocannonTimeoutMs = 1_000;
const tickMs = 1_000;
/** How much before a scheduled begin the load wakes up, in ms. */
const wakeEarlyMs = 10;
/**
 * The number of requests without a response and the time without one, in ms, at the end of a load after which the
 * service counts as gone.
 */
const unansweredToBeGone = 3;
const silenceToBeGoneMs = 1_000;

export class Load {
  readonly #parts: LoadParts;
  readonly #ledger: LoadLedger;
  readonly #histograms = new LatencyHistograms();
  readonly #series: LoadSeries;
  readonly #health = new GeneratorHealth();
  readonly #beginMs: number;
  readonly #fromMs: number;
  readonly #untilMs: number;
  readonly #rampEndMs: number;
  readonly #engines: string[] = [];
  readonly #notes: string[] = [];
  #generator: GeneratorState | null = null;

  /** Prepares a load: it begins now. */
  constructor(parts: LoadParts) {
    this.#parts = parts;
    const { rampMs, warmupMs, durationMs } = parts.plan;
    this.#beginMs = parts.beginAtMs ?? parts.now();
    this.#rampEndMs = this.#beginMs + rampMs;
    this.#fromMs = this.#rampEndMs + warmupMs;
    this.#untilMs = this.#fromMs + durationMs;
    const histograms = this.#histograms;
    this.#series = new LoadSeries(histograms, seriesSpan(parts.plan));
    const span = { fromMs: this.#fromMs, toMs: this.#untilMs };
    this.#ledger = new LoadLedger({ ...parts, span, histograms, series: this.#series });
  }

  /** Seconds since the start of the measured time, and responses in the last second. */
  get moment(): { readonly second: number; readonly rate: number } {
    const nowMs = this.#parts.now();
    return { second: (nowMs - this.#fromMs) / 1000, rate: this.#series.recentRate(nowMs - this.#beginMs) };
  }

  /** Makes the load; resolves when every request that was started has ended. */
  async make(): Promise<MadeFigures> {
    const { now } = this.#parts;
    const timers = [
      setInterval(() => this.#tick(), tickMs),
      // After a late start the time is negative, which Node.js 26 warns of.
      setTimeout(() => this.#health.start(), Math.max(0, this.#fromMs - now())),
      setTimeout(() => this.#stopHealth(), Math.max(0, this.#untilMs - now())),
    ];
    let clock = startClock(now());
    try {
      await this.#untilBegin();
      clock = startClock(now());
      await this.#run();
    } finally {
      for (const timer of timers) {
        clearTimeout(timer);
      }
    }
    const generator = this.#stopHealth();
    this.#ledger.flush();
    this.#ledger.advance(Math.min(now(), this.#untilMs));
    return {
      ...this.#ledger.counts,
      latencies: this.#histograms.encodedCells,
      steps: this.#series.steps,
      generator,
      measuredMs: Math.max(0, Math.min(now(), this.#untilMs) - this.#fromMs),
      engines: this.#engines,
      notes: this.#notes,
      clock: clock(now()),
      ended: this.#ledger.endedBy,
      gone: this.#signal.aborted ? null : this.#goneAtTheEnd(),
    };
  }

  #goneAtTheEnd(): string | null {
    const { unansweredAtTheEnd, lastAnswerMs } = this.#ledger;
    if (lastAnswerMs === null && unansweredAtTheEnd > 0) {
      return `the service responded to none of ${unansweredAtTheEnd.toLocaleString('en')} requests`;
    }
    const silentMs = this.#parts.now() - (lastAnswerMs ?? this.#beginMs);
    return unansweredAtTheEnd >= unansweredToBeGone && silentMs >= silenceToBeGoneMs
      ? `the service stopped responding: the last ${unansweredAtTheEnd.toLocaleString('en')} requests got no response`
      : null;
  }

  async #untilBegin(): Promise<void> {
    const { now, signal } = this.#parts;
    while (this.#beginMs - now() > wakeEarlyMs && !signal.aborted) {
      await delay(Math.min(this.#beginMs - now() - wakeEarlyMs, tickMs), undefined, { signal }).catch(
        () => {},
      );
    }
  }

  async #run(): Promise<void> {
    const { plan } = this.#parts;
    if (plan.rate !== null) {
      this.#use('undici');
      const times = startTimes(plan.rate, plan.rampMs, this.#parts.shard);
      await runOpenLoop(this.#engine(this.#untilMs), times, this.#beginMs);
      return;
    }
    const unfit = this.#unfitForAutocannon();
    if (unfit !== null) {
      this.#notes.push(unfit);
      await this.#closedLoop(this.#untilMs, plan.rampMs);
      return;
    }
    if (plan.rampMs > 0) {
      await this.#closedLoop(this.#rampEndMs, plan.rampMs);
    }
    this.#use('autocannon');
    const { irregular, drained } = await runAutocannon(this.#engine(this.#untilMs));
    if (irregular !== null && !this.#signal.aborted) {
      this.#notes.push(`autocannon could not continue (${irregular}); undici took over.`);
      await this.#closedLoop(this.#untilMs, 0);
    }
    await drained;
  }

  async #closedLoop(untilMs: number, rampMs: number): Promise<void> {
    this.#use('undici');
    const { bounds } = this.#parts;
    await runClosedLoop(this.#engine(untilMs), { perSecond: bounds.perSecond, rampMs });
  }

  /** Why undici makes the closed loop instead of autocannon, or `null`. */
  #unfitForAutocannon(): string | null {
    const { base, transport, bounds, plan, shard } = this.#parts;
    if (bounds.perSecond !== null) {
      const rate = Math.round(bounds.perSecond * shard.of * 10) / 10;
      return `The closed loop was limited to ${rate} requests/s, to stay within the allowance of the key (pass --beyond-limit to lift this).`;
    }
    const isFit =
      base.protocol === 'http:' &&
      !isDetoured(transport) &&
      !base.hostname.startsWith('[') &&
      plan.timeoutMs >= leastAutocannonTimeoutMs;
    return isFit
      ? null
      : 'The closed loop was made by undici: autocannon makes only plain HTTP without a proxy, to a name or an IPv4 address, with a time-out of a second or more.';
  }

  #use(engine: string): void {
    if (this.#engines.at(-1) !== engine) {
      this.#engines.push(engine);
    }
  }

  get #signal(): AbortSignal {
    return AbortSignal.any([this.#parts.signal, this.#ledger.signal]);
  }

  #engine(untilMs: number): EngineParts {
    const { plan, shard } = this.#parts;
    return {
      ...this.#parts,
      connections: shareOf(plan.connections, shard),
      allConnections: plan.connections,
      timeoutMs: plan.timeoutMs,
      ledger: this.#ledger,
      untilMs,
      signal: this.#signal,
    };
  }

  #stopHealth(): GeneratorState {
    this.#generator ??= this.#health.stop();
    return this.#generator;
  }

  #tick(): void {
    const nowMs = this.#parts.now();
    this.#ledger.flush();
    this.#ledger.advance(nowMs);
    const { last } = this.#series;
    const outcome = this.#ledger.outcome;
    this.#parts.onTick({
      phase: this.#phaseAt(nowMs),
      leftMs: Math.max(0, this.#untilMs - nowMs),
      startedPerSecond: last?.started ?? 0,
      answeredPerSecond: last?.answered ?? 0,
      p50Ms: last?.p50Ms ?? null,
      p99Ms: last?.p99Ms ?? null,
      maxMs: last?.maxMs ?? null,
      requests: outcome.requests,
      errors: outcome.errors + outcome.failed,
      missedStarts: this.#ledger.missedStarts,
      refusedPerSecond: last?.refused ?? 0,
    });
  }

  #phaseAt(nowMs: number): LoadTick['phase'] {
    if (nowMs < this.#beginMs) {
      return 'waiting for the start';
    }
    if (nowMs < this.#rampEndMs) {
      return 'ramp';
    }
    if (nowMs < this.#fromMs) {
      return 'warm-up';
    }
    return nowMs < this.#untilMs ? 'measuring' : 'waiting for the last responses';
  }
}

/** Starts to compare the wall clock with the run's clock, in ms. */
function startClock(atMs: number): (nowMs: number) => LoadClock {
  const startedAtMs = Date.now();
  return (nowMs) => ({ startedAtMs, setByMs: Math.round(Date.now() - startedAtMs - (nowMs - atMs)) });
}
