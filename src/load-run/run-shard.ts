import { shardTag, tagOfLoad } from '../history/tag.ts';
import { shortEvent } from '../journal/journal.ts';
import { outcomeLines } from '../load/shards/outcome-lines.ts';
import {
  type OutcomeHeader,
  type OutcomeRecord,
  outcomeVersion,
  type ShardLoad,
  type ShardResult,
  type ShardStep,
} from '../load/shards/shard-outcome.ts';
import { planDigest } from '../load/shards/shard-plan.ts';
import type { ShardStart } from '../load/shards/share.ts';
import { redactedEvent } from '../run/redacted-event.ts';
import { runHeader } from '../run/run-header.ts';
import { Redactor } from '../secrets/redaction.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import { concealedIn } from '../target/transport.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { type LoadEnd, type LoadListener, LoadRun } from './load-run.ts';
import { loadSelection } from './load-witness.ts';
import { shardPlan } from './shard-plan.ts';

/** Characters of all events of a shard beyond which responses are shortened. */
const mostWholeCharacters = 1_000_000;
/** The number of steps in one record. */
const stepsInARecord = 20;
/** The events that the merged report needs. */
const keptEvents: ReadonlySet<RunEvent['type']> = new Set([
  'preflight',
  'exchange',
  'finding',
  'observation',
  'animal-created',
  'internal-error',
]);

/** The outcome of a shard. */
export interface ShardOutcome {
  readonly lines: Iterable<string>;
  readonly result: ShardResult;
  /** Why there was no load, or `null`. */
  readonly problem: string | null;
}

/** Makes one shard of a load. Resolves with its outcome even if `signal` interrupted it or it could not start. */
export async function runShard(
  options: LoadOptions,
  shard: ShardStart,
  listener: LoadListener,
  signal: AbortSignal,
): Promise<ShardOutcome> {
  const originMs = performance.now();
  const secrets = [{ value: options.apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }];
  const redactor = new Redactor(secrets, [options.baseUrl], concealedIn(options.transport?.headers ?? []));
  const header = shardHeader(options, shard, originMs, redactor);
  const events = new KeptEvents();
  const steps: ShardStep[] = [];
  const end = await new LoadRun({
    options,
    tag: header.tag,
    originMs,
    redactor,
    record: (said) => {
      const event = redactedEvent(said, redactor);
      events.keep(event);
      listener.event(event);
    },
    listener,
    signal,
    onStep: ({ histogram, ...step }, encode) =>
      steps.push({ ...step, latencies: step.answered === 0 ? null : encode(histogram) }),
  }).carryOut();
  const ended = signal.aborted ? 'interrupted by the user' : (end.stopped ?? end.load?.made.ended ?? null);
  const result = shardResult(end, ended, originMs);
  const records: OutcomeRecord[] = [
    header,
    result,
    ...latenciesOf(end),
    ...inRecords(steps),
    ...events.all.map((event) => ({ type: 'event' as const, event })),
    { type: 'end' },
  ];
  const digest = planDigest(header.plan);
  return { lines: outcomeLines({ digest, shard }, records), result, problem: events.problem };
}

function shardHeader(
  options: LoadOptions,
  shard: ShardStart,
  originMs: number,
  redactor: Redactor,
): OutcomeHeader {
  const { index, of } = shard;
  const plan = shardPlan(options, shard);
  const loadTag = tagOfLoad(planDigest(plan));
  const startedAt = new Date(performance.timeOrigin + originMs).toISOString();
  const run = runHeader(options, { tag: loadTag, startedAt, selected: loadSelection });
  const started = redactedEvent({ type: 'run-started', header: { ...run, kind: 'load' } }, redactor);
  return {
    type: 'shard',
    version: outcomeVersion,
    tool: run.tool,
    shard: { index, of },
    plan,
    tag: shardTag(loadTag, index),
    run: started.type === 'run-started' ? started.header : run,
  };
}

function shardResult(end: LoadEnd, ended: string | null, originMs: number): ShardResult {
  return {
    type: 'result',
    load: end.load === null ? null : shardLoad(end.load),
    sent: end.sent,
    connections: end.connections,
    createdBefore: end.createdBefore,
    touched: [...end.touched],
    ended,
    durationMs: Math.round(performance.now() - originMs),
  };
}

function latenciesOf({ load }: LoadEnd): OutcomeRecord[] {
  return (load?.made.histograms.encodedCells ?? []).map((cell) => ({ type: 'latencies', ...cell }));
}

function shardLoad({ made, context }: NonNullable<LoadEnd['load']>): ShardLoad {
  return {
    books: made.books,
    measuredMs: made.measuredMs,
    generator: made.generator,
    engines: made.engines,
    notes: [...context.notes, ...made.notes],
    deviations: context.deviations,
    clock: made.clock,
    gone: made.gone,
    heldBackTo: context.heldBackTo,
  };
}

function inRecords(steps: readonly ShardStep[]): OutcomeRecord[] {
  const records: OutcomeRecord[] = [];
  for (let start = 0; start < steps.length; start += stepsInARecord) {
    records.push({ type: 'steps', steps: steps.slice(start, start + stepsInARecord) });
  }
  return records;
}

/** The events in the outcome of a shard, with shortened responses if there are many. */
class KeptEvents {
  readonly all: RunEvent[] = [];
  /** The problem of the preparation, or `null`. */
  problem: string | null = null;
  #characters = 0;

  keep(event: RunEvent): void {
    if (event.type === 'preflight' && event.step.outcome === 'problem') {
      this.problem ??= event.step.text;
    }
    if (event.type === 'internal-error') {
      this.problem ??= event.message;
    }
    if (keptEvents.has(event.type)) {
      const length = JSON.stringify(event).length;
      const isWhole = this.#characters + length <= mostWholeCharacters;
      this.all.push(isWhole ? event : shortEvent(event));
      this.#characters += isWhole ? length : 0;
    }
  }
}
