import { shardTag, tagOfLoad } from '../animals/tag.ts';
import { shortEvent } from '../journal/journal.ts';
import { outcomeVersion, type ShardOutcome } from '../load/shards/shard-outcome.ts';
import { planDigest, type ShardStart } from '../load/shards/shard-plan.ts';
import { runRedactor } from '../run/open-target.ts';
import { redactedEvent } from '../run/record-run.ts';
import { runHeader } from '../run/run-header.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import type { RunEvent, RunHeader } from '../verdict/run-event.ts';
import { type LoadListener, LoadRun } from './load-run.ts';
import { loadSelection } from './load-witness.ts';
import { shardPlan } from './shard-plan.ts';

/** Characters of all events of a shard beyond which responses are shortened. */
const mostWholeCharacters = 1_000_000;
/** The events that the merged report needs. */
const keptEvents: ReadonlySet<RunEvent['type']> = new Set([
  'preflight',
  'exchange',
  'finding',
  'observation',
  'animal-created',
  'internal-error',
]);

/** Makes one shard of a load. Resolves with its outcome even if `signal` interrupted it or it could not start. */
export async function runShard(
  options: LoadOptions,
  shard: ShardStart,
  listener: LoadListener,
  signal: AbortSignal,
): Promise<ShardOutcome> {
  const originMs = performance.now();
  const redactor = runRedactor(options);
  const { index, of } = shard;
  const plan = shardPlan(options, shard);
  const loadTag = tagOfLoad(planDigest(plan));
  const tag = shardTag(loadTag, index);
  const startedAt = new Date(performance.timeOrigin + originMs).toISOString();
  const run: RunHeader = {
    ...runHeader(options, { tag: loadTag, startedAt, selected: loadSelection }),
    kind: 'load',
  };
  const events = new KeptEvents();
  const { load, stopped, touched, ...counts } = await new LoadRun({
    options,
    tag,
    originMs,
    redactor,
    record: (said) => {
      const event = redactedEvent(said, redactor);
      events.keep(event);
      listener.event(event);
    },
    listener,
    signal,
  }).carryOut();
  return {
    version: outcomeVersion,
    tool: run.tool,
    shard: { index, of },
    plan,
    tag,
    run: redactedHeader(run, redactor),
    load,
    ...counts,
    touched: [...touched],
    ended: signal.aborted ? 'interrupted by the user' : (stopped ?? load?.ended ?? null),
    durationMs: Math.round(performance.now() - originMs),
    events: events.all,
  };
}

function redactedHeader(header: RunHeader, redactor: Redactor): RunHeader {
  const started = redactedEvent({ type: 'run-started', header }, redactor);
  return started.type === 'run-started' ? started.header : header;
}

/** The events in the outcome of a shard, with shortened responses if there are many. */
class KeptEvents {
  readonly all: RunEvent[] = [];
  #characters = 0;

  keep(event: RunEvent): void {
    if (keptEvents.has(event.type)) {
      const length = JSON.stringify(event).length;
      const isWhole = this.#characters + length <= mostWholeCharacters;
      this.all.push(isWhole ? event : shortEvent(event));
      this.#characters += isWhole ? length : 0;
    }
  }
}
