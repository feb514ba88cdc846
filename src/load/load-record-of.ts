import type { LoadDeviation, LoadRecord } from '../verdict/load-record.ts';
import { summaryOf } from './latency-histograms.ts';
import { type OutcomeCounts, outcomeSum } from './load-books.ts';
import type { LoadPlan } from './load-plan.ts';
import type { MadeLoad } from './make-load.ts';
import { judgeObjective } from './objective.ts';
import { invalidity, isLateByChance, isServiceTooSlow, type LoadConduct } from './validity.ts';

/** Further data for the record of a load. */
export interface LoadContext {
  readonly plan: LoadPlan;
  /** The rate limit of a closed loop in requests per second, or `null`. */
  readonly heldBackTo: number | null;
  readonly notes: readonly string[];
  readonly deviations: readonly LoadDeviation[];
  /** Requests that were sent, those of the preparation included. */
  readonly sent: number;
  /** Animals that the preparation created. */
  readonly createdBefore: number;
}

/** The results of a load, or of all its shards together. */
export type LoadFigures = Pick<
  MadeLoad,
  'books' | 'histograms' | 'series' | 'generator' | 'measuredMs' | 'engines' | 'notes'
>;

/** Puts what a load brought into its record. */
export function loadRecordOf(made: LoadFigures, context: LoadContext): LoadRecord {
  const { plan, heldBackTo, deviations } = context;
  const { books, histograms, measuredMs } = made;
  const all = outcomeSum(Object.values(books.outcomes));
  const { requests, answered } = all;
  const mode = plan.rate === null ? 'closed' : 'open';
  const offeredRate = plan.rate ?? heldBackTo;
  const tooSlow = mode === 'open' && isServiceTooSlow({ connections: plan.connections, offeredRate });
  const conduct: LoadConduct = {
    mode,
    offeredRate,
    connections: plan.connections,
    intendedStarts: requests + books.missedStarts,
    lateStarts: books.lateStarts,
    missedStarts: books.missedStarts,
    generator: made.generator,
  };
  const notes = [...context.notes, ...made.notes, ...bookNotes(made, tooSlow), ...lateNotes(made, conduct)];
  return {
    mode,
    connections: plan.connections,
    offeredRate: plan.rate,
    achievedRate: measuredMs === 0 ? 0 : Math.round((answered * 1e6) / measuredMs) / 1000,
    durationMs: Math.round(measuredMs),
    warmupMs: plan.warmupMs,
    rampMs: plan.rampMs,
    mix: plan.mix,
    requests,
    sent: context.sent,
    answered,
    failures: books.failures,
    missedStarts: books.missedStarts,
    lateStarts: books.lateStarts,
    latency: summaryOf(histograms.all),
    byOperation: histograms.byOperation,
    byStatus: histograms.byStatus,
    histogram: histograms.encoded(),
    series: made.series,
    generator: made.generator.record,
    invalid: invalidity(conduct),
    objectives: plan.objectives.map((objective) =>
      judgeObjective(objective, {
        counts: countsFor(objective.operation === null ? all : books.outcomes[objective.operation], tooSlow),
        histogram: objective.operation === null ? histograms.all : histograms.of(objective.operation),
        durationMs: measuredMs,
      }),
    ),
    engines: made.engines,
    ...(notes.length === 0 ? {} : { notes }),
    ...(deviations.length === 0 ? {} : { deviations }),
    created: context.createdBefore + books.created,
  };
}

/** Of few starts a late one is no reason to doubt the load, but it may well be its slowest request. */
function lateNotes({ books }: LoadFigures, conduct: LoadConduct): readonly string[] {
  const { lateStarts, intendedStarts } = conduct;
  const latest = Math.round(books.latestStartMs * 10) / 10;
  return isLateByChance(conduct)
    ? [
        `Starts that were more than 2 ms late: ${lateStarts} of ${intendedStarts}, by ${latest} ms at most. Their latency, and so the highest percentiles, is too high by that.`,
      ]
    : [];
}

/** Starts that a service made impossible count against it; those for which there were too few connections do not. */
function countsFor(counts: OutcomeCounts, serviceTooSlow: boolean): OutcomeCounts {
  return serviceTooSlow ? counts : { ...counts, missed: 0 };
}

function bookNotes({ books }: LoadFigures, serviceTooSlow: boolean): readonly string[] {
  const { missed } = outcomeSum(Object.values(books.outcomes));
  return [
    ...(serviceTooSlow && missed > 0
      ? [
          `Starts that could not be made, since the service kept every connection waiting for more than a second: ${missed}. In objectives they count as failed, and as slower than any bound.`,
        ]
      : []),
    ...(books.sentAgain > 0
      ? [
          `Requests that were sent again, since the service closed the kept connection under them: ${books.sentAgain}. Their latency counts from the first time.`,
        ]
      : []),
  ];
}
