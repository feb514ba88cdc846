import type { Operation } from '../exchange/exchange.ts';
import { openJournal } from '../journal/journal.ts';
import { unseenOperations } from '../load/k6/instance-outcome.ts';
import { RefusedSample } from '../load/k6/sample-reader.ts';
import { type LoadContext, loadRecordOf } from '../load/load-record-of.ts';
import { gaps, refusals } from '../load/shards/merge-checks.ts';
import type { OutcomeSource } from '../load/shards/read-outcomes.ts';
import type { SampledPart } from '../load/shards/shard-outcome.ts';
import type { ShardTally } from '../load/shards/shard-tally.ts';
import { shardName } from '../load/shards/share.ts';
import { problem } from '../preflight/preflight-headers.ts';
import type { Report } from '../report/report.ts';
import { listed } from '../report/words.ts';
import { journalPath } from '../run/journal-path.ts';
import { reportOfOwnJournal } from '../run/report-of-own-journal.ts';
import type { LoadRecord, LoadSample, LoadShardRecord } from '../verdict/load-record.ts';
import type { RunEvent, RunHeader } from '../verdict/run-event.ts';
import { finishRequirements } from './load-witness.ts';
import { type ReadShards, readShards } from './read-shards.ts';
import { earlyEnd } from './run-load.ts';

/** The outcomes of shards, validated as those of one load; or the reasons why they are not, one line each. */
export type CheckedShards =
  | { readonly kind: 'one load'; readonly read: ReadShards; readonly gaps: readonly string[] }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'none' };

/**
 * @param apiKey masked in samples of k6
 * @throws {DamagedOutcome}
 */
export async function checkedShards(
  sources: AsyncIterable<OutcomeSource>,
  apiKey = '',
): Promise<CheckedShards> {
  const read = await readShards(sources, apiKey).catch((error: unknown) => {
    if (error instanceof RefusedSample) {
      return error;
    }
    throw error;
  });
  if (read instanceof RefusedSample) {
    return { kind: 'refused', reasons: [read.message] };
  }
  if (read === null) {
    return { kind: 'none' };
  }
  const reasons = refusals(read.tallies);
  return reasons.length > 0
    ? { kind: 'refused', reasons }
    : { kind: 'one load', read, gaps: [...gaps(read.tallies), ...sampleGaps(read.tallies)] };
}

/** Operations of a sampled load without any judged exchange: nothing is known of them. */
function sampleGaps(tallies: readonly ShardTally[]): string[] {
  const samples = tallies.map(({ result }) => result?.sample).filter((sample) => sample !== undefined);
  const mix = tallies[0]?.header.plan.load.mix;
  const hasLoad = tallies.every(({ result }) => result?.load !== null);
  if (samples.length === 0 || mix === undefined || !hasLoad) {
    return [];
  }
  const judged = (operation: Operation): number =>
    samples.reduce((sum, { byOperation }) => sum + byOperation[operation], 0);
  const unseen = unseenOperations(mix, {
    listPets: judged('listPets'),
    createPet: judged('createPet'),
    getPet: judged('getPet'),
  });
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
  { read, gaps: lacks }: Extract<CheckedShards, { kind: 'one load' }>,
  reportDir: string,
  repeat: Partial<Pick<RunHeader, 'command' | 'argv'>> = {},
): Promise<Report> {
  const tallies = read.tallies.toSorted((left, right) => left.shard.index - right.shard.index);
  const header = { ...wholeHeader(read.tallies), ...repeat };
  const journal = openJournal(journalPath(reportDir));
  const record = (event: RunEvent): void => {
    journal.append(event);
  };
  record({ type: 'run-started', header });
  const sample = sampleOf(tallies);
  const remedy =
    sample === null
      ? 'run all shards of a load again'
      : 'pass the logs of all instances, complete, or export the load with a larger --sample';
  for (const text of lacks) {
    record({ type: 'preflight', step: problem('shards', text, remedy) });
  }
  for (const event of read.evidence.events) {
    record(event);
  }
  const touched = new Set(tallies.flatMap(({ result }) => result?.touched ?? []));
  const planUnknown = tallies[0]?.header.plan.plan === null;
  finishRequirements({ planUnknown, isSampled: sample !== null }, touched, record);
  const load = tallies.some(({ row }) => row !== null) ? wholeLoadRecord(read, tallies) : null;
  if (load !== null) {
    record({ type: 'load', record: load });
  }
  const durationMs = Math.max(
    0,
    ...tallies.map(
      ({ header: { run }, result }) => startOf(run) + (result?.durationMs ?? 0) - startOf(header),
    ),
  );
  record({
    type: 'run-finished',
    finishedAt: new Date(startOf(header) + durationMs).toISOString(),
    durationMs,
    interrupted:
      endedEarly(tallies) ?? (load === null ? null : earlyEnd({ ended: null, gone: read.merged.gone }, load)),
  });
  journal.close();
  return reportOfOwnJournal(reportDir, header.tag, journal);
}

/** The times of the exchanges count from the beginning of the first shard, or from the common start. */
function wholeHeader(tallies: readonly ShardTally[]): RunHeader {
  const [first] = tallies;
  if (first === undefined) {
    throw new Error('there is no shard to merge');
  }
  const { run, plan } = first.header;
  return { ...run, startedAt: new Date(Math.min(startOf(run), plan.startAtMs)).toISOString() };
}

function startOf({ startedAt }: Pick<RunHeader, 'startedAt'>): number {
  return Date.parse(startedAt);
}

function wholeLoadRecord({ plan, merged }: ReadShards, tallies: readonly ShardTally[]): LoadRecord {
  const sum = (count: (tally: ShardTally) => number): number =>
    tallies.reduce((total, tally) => total + count(tally), 0);
  const context: LoadContext = {
    plan,
    heldBackTo: merged.heldBackTo,
    notes: [],
    deviations: merged.deviations,
    sent: sum(({ result }) => result?.sent ?? 0),
    createdBefore: sum(({ result }) => result?.createdBefore ?? 0),
  };
  const shards = tallies.map(({ row }) => row).filter((row) => row !== null);
  const record = loadRecordOf(merged.figures, context);
  const sample = sampleOf(tallies);
  return {
    ...record,
    invalid: heldBack(shards, tallies) ?? record.invalid,
    shards,
    ...(sample === null ? {} : { sample }),
  };
}

/** The sample of all instances together; `null` if every exchange was judged. */
function sampleOf(tallies: readonly ShardTally[]): LoadSample | null {
  const samples = tallies.map(({ result }) => result?.sample).filter((sample) => sample !== undefined);
  const sum = (count: (sample: SampledPart) => number): number =>
    samples.reduce((total, sample) => total + count(sample), 0);
  return samples.length === 0
    ? null
    : {
        requests: sum(({ requests }) => requests),
        judged: sum(({ judged }) => judged),
        unjudged: sum(({ unjudged }) => unjudged),
      };
}

/** A load is invalid if its own generator held any shard back. */
function heldBack(shards: readonly LoadShardRecord[], tallies: readonly ShardTally[]): string | null {
  const [first, ...others] = shards.filter(({ invalid }) => invalid !== null);
  const shard = tallies.find((tally) => tally.row === first)?.shard;
  if (first === undefined || shard === undefined) {
    return null;
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${shardName(shard)}${more}: ${first.invalid}`;
}

function endedEarly(tallies: readonly ShardTally[]): string | null {
  const [first, ...others] = tallies.filter(({ result }) => (result?.ended ?? null) !== null);
  const ended = first?.result?.ended;
  if (first === undefined || ended === null || ended === undefined) {
    return null;
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${shardName(first.shard)}${more}: ${ended}`;
}
