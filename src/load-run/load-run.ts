import type { Exchange } from '../exchange/exchange.ts';
import { seededNumbers } from '../exchange/seeded-numbers.ts';
import { EvidenceSample } from '../load/evidence-sample.ts';
import type { LoadFigures } from '../load/load-figures.ts';
import type { LoadBounds, LoadTick } from '../load/load-plan.ts';
import { type LoadMoment, LoadWatch } from '../load/load-watch.ts';
import { Load } from '../load/make-load.ts';
import { PlainAnswers } from '../load/plain-answers.ts';
import { type Shard, shardName, shardOf } from '../load/shards/shard-plan.ts';
import { Traffic } from '../load/traffic.ts';
import { packageVersion } from '../package-root.ts';
import { capitalised } from '../report/words.ts';
import { watchContext } from '../run/run-watches.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import type { Credential } from '../target/api-request.ts';
import { CallerFields } from '../target/caller-fields.ts';
import { createTarget } from '../target/create-target.ts';
import { ExchangeNumbers } from '../target/exchange-numbers.ts';
import { RunStopped, stoppable } from '../target/target.ts';
import { directTransport } from '../target/transport.ts';
import { internalError, type RunEvent } from '../verdict/run-event.ts';
import { leakPatterns } from '../watchers/internals.ts';
import { type Preparation, prepareLoad } from './load-preparation.ts';
import { heldBackTo, loadBounds, readyToStart } from './load-start.ts';
import { finishRequirements, LoadWitness, RefusalWatch } from './load-witness.ts';

export interface LoadListener {
  event(event: RunEvent): void;
  /** Called every second. */
  tick(tick: LoadTick): void;
}

/** Without a load, because the preparation found a problem. */
const noLoad = { load: null, stopped: null };
interface LoadRunParts {
  readonly options: LoadOptions;
  readonly tag: string;
  /** The value of `performance.now()` at the start of the run. */
  readonly originMs: number;
  readonly redactor: Redactor;
  readonly record: (event: RunEvent) => void;
  readonly listener: Pick<LoadListener, 'tick'>;
  readonly signal: AbortSignal;
}

/** The end of a load. */
export interface LoadEnd {
  /** `null` if it did not begin its load. */
  readonly load: LoadFigures | null;
  /** Why the preparation was stopped, or `null`. */
  readonly stopped: string | null;
  readonly sent: number;
  readonly createdBefore: number;
  /** Requirements that some response is evidence for. */
  readonly touched: ReadonlySet<string>;
}

/** One load, from its preparation to its verdicts. */
export class LoadRun {
  readonly #parts: LoadRunParts;
  readonly #witness: LoadWitness;
  readonly #now: () => number;
  readonly #shard: Shard;
  #requests = 0;
  /** The requests of the preparation. */
  readonly #prepared: Exchange[] = [];
  /** The reason for the last pause of the preparation, or `null`. */
  #waitedFor: string | null = null;

  constructor(parts: LoadRunParts) {
    this.#parts = parts;
    this.#shard = shardOf(parts.options);
    this.#now = () => performance.now() - parts.originMs;
    this.#witness = new LoadWitness(watchContext(parts.options), parts.tag, parts.record);
  }

  async carryOut(): Promise<LoadEnd> {
    const { load, stopped } = await stoppable(this.#parts, (signal) => this.#load(signal));
    const { created: createdBefore, touched } = this.#witness;
    return { load, stopped, sent: this.#requests, createdBefore, touched };
  }

  async #load(signal: AbortSignal): Promise<Pick<LoadEnd, 'load' | 'stopped'>> {
    const { options, record } = this.#parts;
    try {
      const ready = await this.#prepare(signal);
      if (ready === null || signal.aborted) {
        return noLoad;
      }
      this.#witness.release();
      const bounds = loadBounds(options, ready);
      const waiting = { record, stopped: signal, waitedFor: this.#waitedFor };
      const isReady = await readyToStart(options, ready, waiting);
      const load = isReady && !signal.aborted ? await this.#make(ready, bounds, signal) : null;
      for (const observation of this.#witness.watch.observations()) {
        record({ type: 'observation', ...observation });
      }
      finishRequirements(
        { planUnknown: options.plan === null, isSampled: false },
        this.#witness.touched,
        record,
      );
      return { load, stopped: null };
    } catch (error) {
      if (error instanceof RunStopped) {
        return { load: null, stopped: error.message };
      }
      record(internalError(error));
      return noLoad;
    }
  }

  async #prepare(stopped: AbortSignal): Promise<Preparation | null> {
    const { options, tag, originMs, redactor, record } = this.#parts;
    const target = createTarget({
      ...options,
      version: packageVersion(),
      tag,
      timeoutMs: options.load.timeoutMs,
      numbers: new ExchangeNumbers(null),
      redactor,
      clockOriginMs: originMs,
      onExchange: (exchange) => {
        this.#prepared.push(exchange);
        this.#witness.witness(exchange);
      },
      onWait: ({ reason, durationMs }) => {
        this.#waitedFor = reason;
        record({ type: 'wait', reason, durationMs });
      },
      stopped,
    });
    try {
      return await prepareLoad(options, target, tag, (step) => record({ type: 'preflight', step }));
    } finally {
      this.#requests = target.requestsSent;
      await target.close();
    }
  }

  async #make(ready: Preparation, bounds: LoadBounds, signal: AbortSignal): Promise<LoadEnd['load']> {
    const { options, tag, listener } = this.#parts;
    const refusals = new RefusalWatch(options, ready.fullAtStart);
    refusals.countEarlier(this.#prepared);
    const watch = this.#watchOf(refusals, () => load.moment);
    if (options.load.rate === null) {
      // Imported first, because the load begins as soon as it is constructed.
      await import('autocannon');
    }
    const load = new Load({
      plan: options.load,
      bounds,
      base: new URL(options.baseUrl),
      transport: options.transport ?? directTransport,
      caller: new CallerFields({ ...options, version: packageVersion(), tag }),
      traffic: this.#trafficOf(ready),
      shard: this.#shard,
      ...(options.shard === undefined
        ? {}
        : { beginAtMs: this.#now() + options.shard.startAtMs - Date.now() }),
      now: this.#now,
      nextNumber: () => {
        this.#requests += 1;
        return this.#requests;
      },
      nextConnection: () => {
        this.#witness.connections += 1;
        return this.#witness.connections;
      },
      signal,
      onStart: (atMs) => refusals.sent(atMs),
      onAnswer: (answer) => {
        watch.see(answer);
        refusals.answered(answer);
      },
      onTick: (tick) => listener.tick(tick),
    });
    const made = await load.make();
    await watch.finish();
    const gone = made.gone === null ? [] : [`${capitalised(made.gone)}.`];
    return {
      ...made,
      notes: [...refusals.notes, ...gone, ...made.notes],
      deviations: watch.deviations,
      heldBackTo: heldBackTo(options, ready),
    };
  }

  #watchOf(refusals: RefusalWatch, moment: () => LoadMoment): LoadWatch {
    const { options, redactor, originMs } = this.#parts;
    const farthestMs = 2 * Math.max(options.minuteMs, options.dayMs);
    const epochAtOriginMs = performance.timeOrigin + originMs;
    return new LoadWatch({
      watches: this.#witness.watches,
      series: this.#witness.series,
      plain: new PlainAnswers(farthestMs, epochAtOriginMs, mayLeak),
      sample: new EvidenceSample(seededNumbers(options.seed + 1)),
      judgeRefusal: (answer) => refusals.judge(answer),
      redactor,
      epochAtOriginMs,
      record: (event) => this.#witness.note(event),
      moment,
      place: this.#shard.of === 1 ? '' : ` from ${shardName(this.#shard)}`,
    });
  }

  #trafficOf(ready: Preparation): Traffic {
    const { options } = this.#parts;
    return new Traffic({
      mix: options.load.mix,
      credential: carriedWith(ready.credential, options),
      ids: ready.ids,
      category: ready.category ?? 1n,
      nextName: () => ready.tags.plainName(),
      seed: options.seed,
      shard: this.#shard,
    });
  }
}

/** The additional header fields of every request accompany the key. */
function carriedWith(credential: Credential, { transport }: LoadOptions): Credential {
  return { ...credential, headers: [...credential.headers, ...(transport?.headers ?? [])] };
}

/** Escapes may hide a secret in a body. */
function mayLeak(body: string): boolean {
  return body.includes('\\') || leakPatterns.some(({ pattern }) => pattern.test(body));
}
