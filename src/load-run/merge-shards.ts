import { sum } from 'd3-array';
import { type OperationWord, operationWords } from '../load/load-plan.ts';
import { loadRecordOf } from '../load/load-record-of.ts';
import { mergedLoad } from '../load/merged-load.ts';
import { parseObjective } from '../load/objective.ts';
import { gaps, refusals } from '../load/shards/merge-checks.ts';
import { mergedEvidence } from '../load/shards/merged-evidence.ts';
import type { LogSource } from '../load/shards/record-reader.ts';
import type { ReadShard } from '../load/shards/shard-outcome.ts';
import { type Shard, shardName } from '../load/shards/shard-plan.ts';
import { rowOf } from '../load/shards/shard-row.ts';
import { problem } from '../preflight/preflight-headers.ts';
import type { Report } from '../report/report.ts';
import { listed } from '../report/words.ts';
import { recordRun } from '../run/record-run.ts';
import type { LoadRecord, LoadSample } from '../verdict/load-record.ts';
import type { RunHeader } from '../verdict/run-event.ts';
import { finishRequirements } from './load-witness.ts';
import { readShards } from './read-shards.ts';
import { earlyEnd } from './run-load.ts';

/** The outcomes of shards, validated as those of one load; or the reasons why they are not, one line each. */
export type CheckedShards =
  | { readonly kind: 'one load'; readonly shards: readonly ReadShard[]; readonly gaps: readonly string[] }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'none' };

/**
 * @param apiKey masked in samples of k6
 * @throws {DamagedLog}
 */
export async function checkedShards(sources: AsyncIterable<LogSource>, apiKey = ''): Promise<CheckedShards> {
  const { shards, unread } = await readShards(sources, apiKey);
  const reasons = refusals(shards, unread);
  if (reasons.length > 0) {
    return { kind: 'refused', reasons };
  }
  return shards.length === 0
    ? { kind: 'none' }
    : { kind: 'one load', shards, gaps: [...gaps(shards), ...sampleGaps(shards)] };
}

/** Operations of a sampled load without any judged exchange: nothing is known of them. */
function sampleGaps(shards: readonly ReadShard[]): string[] {
  const samples = shards.map(({ sample }) => sample).filter((sample) => sample !== undefined);
  const mix = shards[0]?.plan.load.mix;
  const hasLoad = shards.every(({ load }) => load !== null);
  if (samples.length === 0 || mix === undefined || !hasLoad) {
    return [];
  }
  const words = Object.keys(operationWords) as OperationWord[];
  const unseen = words.filter(
    (word) => mix[word] > 0 && samples.every(({ byOperation }) => byOperation[operationWords[word]] === 0),
  );
  return unseen.length === 0
    ? []
    : [`the sample has no exchange of ${listed(unseen, 'or')} that could be judged`];
}

/**
 * Makes the report of a load from the outcomes of its shards. Writes all events to the journal of the folder and folds
 * the report from it, as for any load.
 *
 * @param repeat the command line that repeats the load, if it is not that of the shards
 * @throws {FolderShared} if another run used the folder at the same time.
 */
export async function mergeShards(
  { shards: read, gaps: lacks }: Extract<CheckedShards, { kind: 'one load' }>,
  reportDir: string,
  repeat: Partial<Pick<RunHeader, 'command' | 'argv'>> = {},
): Promise<Report> {
  const shards = read.toSorted((left, right) => left.shard.index - right.shard.index);
  const header = { ...wholeHeader(read), ...repeat };
  return recordRun(reportDir, header, {}, async (record) => {
    const sample = sampleOf(shards);
    const remedy =
      sample === null
        ? 'run all shards of a load again'
        : 'pass the logs of all instances, complete, or export the load with a larger --sample';
    for (const text of lacks) {
      record({ type: 'preflight', step: problem('shards', text, remedy) });
    }
    for (const event of mergedEvidence(read, startOf(header))) {
      record(event);
    }
    const touched = new Set(shards.flatMap(({ touched }) => touched));
    const planUnknown = shards[0]?.plan.plan === null;
    finishRequirements({ planUnknown, isSampled: sample !== null }, touched, record);
    const made = wholeLoad(shards, sample);
    if (made !== null) {
      record({ type: 'load', record: made.load });
    }
    const durationMs = Math.max(
      0,
      ...shards.map(({ run, durationMs }) => startOf(run) + durationMs - startOf(header)),
    );
    const early = made === null ? null : earlyEnd({ ended: null, gone: made.gone }, made.load);
    return { durationMs, interrupted: ofShards(shards, ({ ended }) => ended) ?? early };
  });
}

/** The times of the exchanges count from the beginning of the first shard, or from the common start. */
function wholeHeader(shards: readonly ReadShard[]): RunHeader {
  const [first] = shards;
  if (first === undefined) {
    throw new Error('there is no shard to merge');
  }
  const { run, plan } = first;
  return { ...run, startedAt: new Date(Math.min(startOf(run), plan.startAtMs)).toISOString() };
}

function startOf({ startedAt }: Pick<RunHeader, 'startedAt'>): number {
  return Date.parse(startedAt);
}

/** The record of the whole load, and that the service no longer responded at its end; `null` if none was begun. */
function wholeLoad(
  shards: readonly ReadShard[],
  sample: LoadSample | null,
): { readonly load: LoadRecord; readonly gone: string | null } | null {
  const begun = shards.flatMap(({ load, ...shard }) => (load === null ? [] : [{ ...shard, figures: load }]));
  const [first] = begun;
  if (first === undefined) {
    return null;
  }
  const objectives = first.plan.objectives.map(parseObjective).filter((objective) => objective !== null);
  const plan = { ...first.plan.load, objectives };
  const merged = mergedLoad(plan, begun);
  const rows = shards.map((shard) => ({ shard: shard.shard, row: rowOf(shard) }));
  const record = loadRecordOf(merged, {
    plan,
    heldBack: ofShards(rows, ({ row }) => row?.invalid ?? null),
    sent: sum(shards, ({ sent }) => sent),
    createdBefore: sum(shards, ({ createdBefore }) => createdBefore),
  });
  const load = {
    ...record,
    shards: rows.map(({ row }) => row).filter((row) => row !== null),
    ...(sample === null ? {} : { sample }),
  };
  return { load, gone: merged.gone };
}

/** The sample of all instances together; `null` if every exchange was judged. */
function sampleOf(shards: readonly ReadShard[]): LoadSample | null {
  const samples = shards.map(({ sample }) => sample).filter((sample) => sample !== undefined);
  return samples.length === 0
    ? null
    : {
        requests: sum(samples, ({ requests }) => requests),
        judged: sum(samples, ({ byOperation }) => sum(Object.values(byOperation))),
        unjudged: sum(samples, ({ unjudged }) => unjudged),
      };
}

/** A reason that the first of some shards has: `shard 2 of 3 (and 1 more): …`; `null` if none has one. */
function ofShards<Row extends { readonly shard: Shard }>(
  shards: readonly Row[],
  reasonOf: (shard: Row) => string | null,
): string | null {
  const [first, ...others] = shards.filter((shard) => reasonOf(shard) !== null);
  if (first === undefined) {
    return null;
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${shardName(first.shard)}${more}: ${reasonOf(first)}`;
}
