import { group, max, min, sum } from 'd3-array';
import type { PlanLimitRecord, QuotaStep } from '../../verdict/plan-limit-record.ts';

/** Narrower bars, as a share of the chart, can't be distinguished on a phone. */
const mostBins = 150;
/** Bins need not be shorter than this, nor longer than a sixtieth of the picture. */
const shortestBinMs = 1_000;

/** One bin of the chart; times in ms since the start of the measurement. */
export interface QuotaBin extends Pick<QuotaStep, 'sent' | 'admitted' | 'refused' | 'other'> {
  readonly fromMs: number;
  readonly toMs: number;
  /** The least `Remaining` that was announced in it, or `null`. */
  readonly remaining: number | null;
  /**
   * The least that was left in it of the limit after the requests admitted in the minute before, negative after an
   * excess; `null` where a permitted limiter explains the measurement, because that one may count otherwise.
   */
  readonly left: number | null;
}

/** The time that a picture of a measurement covers, in ms: above 0. */
export function spanOf({ durationMs, phases, steps, stepMs }: PlanLimitRecord): number {
  return Math.max(
    1,
    durationMs,
    max(phases, ({ toMs }) => toMs) ?? 0,
    max(steps, ({ atMs }) => atMs + stepMs) ?? 0,
  );
}

/** The steps of a measurement, merged to at most 150 bins of equal length; empty ones are omitted. */
export function quotaBins(record: PlanLimitRecord): readonly QuotaBin[] {
  const spanMs = spanOf(record);
  const stepMs = Math.max(1e-3, record.stepMs);
  const wantedMs = Math.max(spanMs / mostBins, Math.min(shortestBinMs, spanMs / 60));
  const binMs = stepMs * Math.max(1, Math.ceil(wantedMs / stepMs));
  return [...group(stepsWithLeft(record), ({ atMs }) => Math.floor(atMs / binMs))].map(([index, steps]) => ({
    fromMs: index * binMs,
    toMs: (index + 1) * binMs,
    sent: sum(steps, ({ sent }) => sent),
    admitted: sum(steps, ({ admitted }) => admitted),
    refused: sum(steps, ({ refused }) => refused),
    other: sum(steps, ({ other }) => other),
    remaining: min(steps, ({ remaining }) => remaining) ?? null,
    left: min(steps, ({ left }) => left) ?? null,
  }));
}

/** The steps in order, each with what is left after it. */
function stepsWithLeft({ steps, minuteMs, perMinute, explainedBy }: PlanLimitRecord) {
  const ordered = steps.toSorted((one, other) => one.atMs - other.atMs);
  let oldest = 0;
  let recent = 0;
  return ordered.map((step) => {
    recent += step.admitted;
    for (let first = ordered[oldest]; first && first.atMs <= step.atMs - minuteMs; first = ordered[oldest]) {
      recent -= first.admitted;
      oldest += 1;
    }
    return { ...step, left: explainedBy.length > 0 ? null : perMinute - recent };
  });
}

/** A count of a bin in requests per second. */
export function perSecond(count: number, { fromMs, toMs }: QuotaBin): number {
  return (count * 1_000) / (toMs - fromMs);
}
