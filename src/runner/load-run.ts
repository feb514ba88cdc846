import { seededNumbers } from '../exchange/seeded-numbers.ts';
import { newRunTag, tagSource } from '../history/tag.ts';
import { openJournal } from '../journal/journal.ts';
import { closedLoopShare } from '../load/allowance.ts';
import { EvidenceSample } from '../load/evidence-sample.ts';
import type { LoadBounds, LoadTick } from '../load/load-plan.ts';
import { loadRecordOf } from '../load/load-record-of.ts';
import { LoadWatch } from '../load/load-watch.ts';
import { Load } from '../load/make-load.ts';
import { PlainAnswers } from '../load/plain-answers.ts';
import { wholeLoad } from '../load/shards/share.ts';
import { Traffic } from '../load/traffic.ts';
import { packageVersion } from '../package-root.ts';
import type { Report } from '../report/report.ts';
import { capitalised } from '../report/words.ts';
import { Redactor } from '../secrets/redaction.ts';
import type { Credential } from '../target/api-request.ts';
import { CallerFields } from '../target/caller-fields.ts';
import { LargeBodies } from '../target/collected-bytes.ts';
import { createTarget } from '../target/create-target.ts';
import { Pauses } from '../target/pauses.ts';
import { RunStopped } from '../target/target.ts';
import { concealedIn, directTransport } from '../target/transport.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { leakPatterns } from '../watchers/internals.ts';
import { journalPath } from './journal-path.ts';
import { type Preparation, prepareLoad } from './load-preparation.ts';
import { finishRequirements, LoadWitness, loadSelection, RefusalWatch } from './load-witness.ts';
import { redactedEvent } from './redacted-event.ts';
import { reportOfOwnJournal } from './report-of-own-journal.ts';
import { runHeader } from './run-header.ts';
import type { LoadOptions } from './run-options.ts';
import { watchContext } from './run-watches.ts';
import { whenStopped } from './when-stopped.ts';

export interface LoadListener {
  event(event: RunEvent): void;
  /** Called every second. */
  tick(tick: LoadTick): void;
}

/** Refusals in a row, within the allowance, after which a load ends: the key may be banned otherwise. */
const mostRefusedInARow = 50;
/** An allowance with this rate in requests per second does not limit a load. */
const unreachedPerSecond = 200_000;

interface LoadRunParts {
  readonly options: LoadOptions;
  readonly tag: string;
  /** The value of `performance.now()` at the start of the run. */
  readonly originMs: number;
  readonly redactor: Redactor;
  readonly record: (event: RunEvent) => void;
  readonly listener: LoadListener;
  readonly signal: AbortSignal;
}

class LoadRun {
  readonly #parts: LoadRunParts;
  readonly #witness: LoadWitness;
  readonly #now: () => number;
  #requests = 0;

  constructor(parts: LoadRunParts) {
    this.#parts = parts;
    this.#now = () => performance.now() - parts.originMs;
    this.#witness = new LoadWitness(watchContext(parts.options), parts.tag, parts.record);
  }

  /** Resolves with why the load ended before its end, or `null`. */
  async carryOut(): Promise<string | null> {
    const { options, record } = this.#parts;
    try {
      const tags = tagSource(this.#parts.tag, 1);
      const ready = await this.#prepare(tags);
      if (ready === null || this.#parts.signal.aborted) {
        return null;
      }
      this.#witness.release();
      const bounds = boundsOf(options, ready);
      await this.#waitForAllowance(ready, bounds);
      const ended = this.#parts.signal.aborted ? null : await this.#make(ready, bounds, tags);
      finishRequirements(options, this.#witness.touched, this.#witness.watch, record);
      return ended;
    } catch (error) {
      if (error instanceof RunStopped) {
        return error.message;
      }
      record(internalError(error));
      return null;
    }
  }

  async #prepare(tags: ReturnType<typeof tagSource>): Promise<Preparation | null> {
    const { options, tag, originMs, redactor, record, signal } = this.#parts;
    const target = createTarget({
      ...options,
      version: packageVersion(),
      tag,
      timeoutMs: options.load.timeoutMs,
      maxRequests: null,
      redactor,
      clockOriginMs: originMs,
      onExchange: (exchange) => this.#witness.witness(exchange),
      onWait: ({ reason, durationMs }) => record({ type: 'wait', reason, durationMs }),
    });
    const release = whenStopped({ signal }, (reason) => target.stop(reason));
    try {
      return await prepareLoad(options, target, tags, (step) => record({ type: 'preflight', step }));
    } finally {
      release();
      this.#requests = target.requestsSent;
      await target.close();
    }
  }

  /** Where less is left of the window than the load takes in it, the window is waited for. */
  async #waitForAllowance({ allowance }: Preparation, bounds: LoadBounds): Promise<void> {
    const { options, record, signal } = this.#parts;
    const perSecond = options.load.rate ?? bounds.perSecond;
    if (options.beyondLimit || allowance.now === null || perSecond === null) {
      return;
    }
    const { remaining, resetInMs } = allowance.now;
    const wanted = perSecond * Math.min(resetInMs, options.load.durationMs + options.load.warmupMs);
    if (wanted <= remaining * 1000) {
      return;
    }
    // One more second, because `Reset` and `Date` are truncated to seconds.
    const durationMs = resetInMs + Math.min(1_000, options.minuteMs / 10);
    record({
      type: 'wait',
      reason: `only ${remaining} requests are left of the quota of the key`,
      durationMs,
    });
    const { pause, stop } = new Pauses();
    const release = whenStopped({ signal }, stop);
    await pause(durationMs).finally(release);
  }

  async #make(
    ready: Preparation,
    bounds: LoadBounds,
    tags: ReturnType<typeof tagSource>,
  ): Promise<string | null> {
    const { options, tag, redactor, listener, signal, originMs } = this.#parts;
    const largeBodies = new LargeBodies();
    const refusals = new RefusalWatch(options, ready.fullAtStart);
    const farthestMs = 2 * Math.max(options.minuteMs, options.dayMs);
    const epochAtOriginMs = performance.timeOrigin + originMs;
    const watch = new LoadWatch({
      watches: this.#witness.watches,
      series: this.#witness.series,
      plain: new PlainAnswers(farthestMs, epochAtOriginMs, mayLeak),
      sample: new EvidenceSample(seededNumbers(options.seed + 1)),
      judgeRefusal: (answer) => refusals.judge(answer),
      redactor,
      largeBodies,
      epochAtOriginMs,
      record: (event) => this.#witness.note(event),
      moment: () => load.moment,
    });
    const load = await Load.begin({
      plan: options.load,
      bounds,
      base: new URL(options.baseUrl),
      transport: options.transport ?? directTransport,
      caller: new CallerFields({ ...options, version: packageVersion(), tag }),
      traffic: new Traffic({
        mix: options.load.mix,
        credential: carriedWith(ready.credential, options),
        ids: ready.ids,
        category: ready.category ?? 1n,
        nextTag: tags.next,
        seed: options.seed,
        shard: wholeLoad,
      }),
      shard: wholeLoad,
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
      largeBodies,
      onStart: (atMs) => refusals.sent(atMs),
      onAnswer: (answer) => {
        watch.see(answer);
        refusals.answered(answer);
      },
      onTick: (tick) => listener.tick(tick),
    });
    const made = await load.make();
    await watch.finish();
    const record = loadRecordOf(made, {
      plan: options.load,
      heldBackTo: bounds.perSecond,
      notes: made.gone === null ? refusals.notes : [...refusals.notes, sentence(made.gone)],
      deviations: watch.deviations,
      sent: this.#requests,
      createdBefore: this.#witness.created,
    });
    this.#parts.record({ type: 'load', record });
    // A service that went away missed its objectives: that is a verdict. Without any there is none.
    return made.ended ?? (record.objectives.some(({ met }) => !met) ? null : made.gone);
  }
}

/** The additional header fields of every request accompany the key. */
function carriedWith(credential: Credential, { transport }: LoadOptions): Credential {
  return { ...credential, headers: [...credential.headers, ...(transport?.headers ?? [])] };
}

function sentence(text: string): string {
  return `${capitalised(text)}.`;
}

/** Escapes may hide a secret in a body. */
function mayLeak(body: string): boolean {
  return body.includes('\\') || leakPatterns.some(({ pattern }) => pattern.test(body));
}

function boundsOf({ beyondLimit, load }: LoadOptions, { allowance, created }: Preparation): LoadBounds {
  const creations = load.mix.create === 0 ? Number.POSITIVE_INFINITY : load.maxCreations - created;
  if (beyondLimit) {
    return { perSecond: null, total: null, refusedInARow: null, creations };
  }
  const { perSecond, total } = allowance;
  return {
    perSecond: perSecond === null || perSecond >= unreachedPerSecond ? null : perSecond * closedLoopShare,
    total,
    refusedInARow: mostRefusedInARow,
    creations,
  };
}

/**
 * Runs a load: preparation, load, verdicts. Every event goes to `options.reportDir/journal.ndjson`, from which the
 * report is folded. Resolves with the report even if `signal` interrupted the load or it could not start.
 *
 * @throws {FolderShared} if another run used `options.reportDir` at the same time.
 */
export async function runLoad(
  options: LoadOptions,
  listener: LoadListener,
  signal: AbortSignal,
): Promise<Report> {
  const originMs = performance.now();
  const journal = openJournal(journalPath(options.reportDir));
  const secrets = [{ value: options.apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }];
  const redactor = new Redactor(secrets, [options.baseUrl], concealedIn(options.transport?.headers ?? []));
  const record = (said: RunEvent): void => {
    const event = redactedEvent(said, redactor);
    journal.append(event);
    listener.event(event);
  };
  const tag = newRunTag();
  const startedAt = new Date(performance.timeOrigin + originMs).toISOString();
  const header = runHeader(options, { tag, startedAt, selected: loadSelection });
  record({ type: 'run-started', header: { ...header, kind: 'load' } });
  const ended = await new LoadRun({ options, tag, originMs, redactor, record, listener, signal }).carryOut();
  const durationMs = Math.round(performance.now() - originMs);
  record({
    type: 'run-finished',
    finishedAt: new Date(performance.timeOrigin + originMs + durationMs).toISOString(),
    durationMs,
    interrupted: signal.aborted ? 'interrupted by the user' : ended,
  });
  journal.close();
  return reportOfOwnJournal(options.reportDir, tag, journal);
}
