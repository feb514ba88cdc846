import type { PlanLimitRecord, QuotaStep } from '../../verdict/plan-limit-record.ts';

/** Narrower bars, as a share of the chart, can't be distinguished on a phone. */
const mostBins = 150;
/** Bins need not be shorter than this, nor longer than a sixtieth of the picture. */
const shortestBinMs = 1_000;

/** One bin of the chart; times in ms since the start of the measurement. */
export interface QuotaBin extends Omit<QuotaStep, 'atMs'> {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The time that a picture of a measurement covers, in ms: above 0. */
export function spanOf(record: PlanLimitRecord): number {
  let last = Math.max(1, record.durationMs);
  for (const { toMs } of record.phases) {
    last = Math.max(last, toMs);
  }
  for (const { atMs } of record.steps) {
    last = Math.max(last, atMs + record.stepMs);
  }
  for (const { retriedAtMs } of record.promises) {
    last = Math.max(last, retriedAtMs ?? 0);
  }
  return last;
}

/** The steps of a measurement, merged to at most 150 bins of equal length; empty ones are omitted. */
export function quotaBins(record: PlanLimitRecord): readonly QuotaBin[] {
  const spanMs = spanOf(record);
  const stepMs = Math.max(1e-3, record.stepMs);
  const wantedMs = Math.max(spanMs / mostBins, Math.min(shortestBinMs, spanMs / 60));
  const binMs = stepMs * Math.max(1, Math.ceil(wantedMs / stepMs));
  const bins = new Map<number, QuotaBin>();
  for (const step of record.steps) {
    const index = Math.floor(step.atMs / binMs);
    bins.set(index, added(bins.get(index) ?? emptyBin(index, binMs), step));
  }
  return [...bins.values()].sort((left, right) => left.fromMs - right.fromMs);
}

/** A count of a bin in requests per second. */
export function perSecond(count: number, { fromMs, toMs }: QuotaBin): number {
  return (count * 1_000) / (toMs - fromMs);
}

function emptyBin(index: number, binMs: number): QuotaBin {
  return {
    fromMs: index * binMs,
    toMs: (index + 1) * binMs,
    sent: 0,
    admitted: 0,
    refused: 0,
    other: 0,
    remaining: null,
    resetAtMs: null,
  };
}

function added(bin: QuotaBin, step: QuotaStep): QuotaBin {
  return {
    ...bin,
    sent: bin.sent + step.sent,
    admitted: bin.admitted + step.admitted,
    refused: bin.refused + step.refused,
    other: bin.other + step.other,
    remaining: step.remaining === null ? bin.remaining : step.remaining,
    resetAtMs: step.resetAtMs === null ? bin.resetAtMs : step.resetAtMs,
  };
}
