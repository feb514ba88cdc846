import type { Histogram } from 'hdr-histogram-js';
import type { Operation } from '../exchange/exchange.ts';
import type { ObjectiveResult } from '../verdict/load-record.ts';
import type { OutcomeCounts } from './load-figures.ts';
import { type OperationWord, operationWords } from './load-plan.ts';

/** The subject of an objective. */
export type Measure =
  | { readonly kind: 'percentile'; readonly percentile: number }
  | { readonly kind: 'mean' | 'max' | 'errors' | 'rate' };

export type Comparator = '<' | '<=' | '>' | '>=';

/** An objective of a load: `get.p99<250ms`. */
export interface Objective {
  /** As it was written. */
  readonly rule: string;
  /** Of one operation, or of all. */
  readonly operation: Operation | null;
  readonly measure: Measure;
  readonly comparison: Comparator;
  /** In ms, as a share of 1 (`errors`), or in responses per second (`rate`). */
  readonly bound: number;
}

/** The results of a load for one operation, or for all. */
export interface MeasuredFigures {
  readonly counts: OutcomeCounts;
  readonly histogram: Histogram;
  readonly durationMs: number;
}

const unitMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
const grammar =
  /^(?:([a-z]+)\.)?(p[5-9]\d(?:\.\d{1,3})?|mean|max|errors|rate)(<=|>=|<|>)(\d{1,12}(?:\.\d{1,6})?)(us|ms|s|m|%|\/s)$/;

/**
 * Reads an objective: a measure, `<`, `<=`, `>` or `>=`, and a bound with its unit. Measures are percentiles of the
 * latency (`p50` to `p99.999`), `mean` and `max` (`us`, `ms`, `s`, `m`), `errors` (`%`: no complete response, or a status
 * of 400 and above except 429) and `rate` (`/s`: responses). With the prefix `list.`, `get.` or `create.` it concerns
 * only that operation. Blanks are ignored. Requests that timed out, and starts that the service made impossible, count
 * as errors, and in percentiles as slower than everything measured.
 *
 * Returns `null` for anything else.
 */
export function parseObjective(text: string): Objective | null {
  const parts = grammar.exec(text.replace(/\s+/g, ''));
  if (parts === null) {
    return null;
  }
  const [, word, name = '', comparison = '', figure = '', unit = ''] = parts;
  const operation = word === undefined ? null : operationOf(word);
  const bound = boundOf(name, Number(figure), unit);
  if (operation === undefined || bound === null) {
    return null;
  }
  return {
    rule: text.trim(),
    operation,
    measure: measureOf(name),
    comparison: comparison as Comparator,
    bound,
  };
}

function operationOf(word: string): Operation | undefined {
  return Object.hasOwn(operationWords, word) ? operationWords[word as OperationWord] : undefined;
}

function measureOf(name: string): Measure {
  return name === 'mean' || name === 'max' || name === 'errors' || name === 'rate'
    ? { kind: name }
    : { kind: 'percentile', percentile: Number(name.slice(1)) };
}

/** Each measure has units of its own. */
function boundOf(name: string, figure: number, unit: string): number | null {
  if (name === 'errors') {
    return unit === '%' && figure <= 100 ? figure / 100 : null;
  }
  if (name === 'rate') {
    return unit === '/s' ? figure : null;
  }
  const factor = unitMs[unit];
  return factor === undefined ? null : figure * factor;
}

/** How a generator that was the bottleneck may have changed the results of a load. */
export interface GeneratorDoubt {
  readonly reason: string;
  /** Whether so many starts are missing that nothing is known of the load that was wanted. */
  readonly lacksStarts: boolean;
  /** Whether a faster generator would have sent more. */
  readonly isSlowed: boolean;
  /** How much of a latency may be its own, in ms: of any request, and of all but a share of them. */
  readonly delay: { readonly mostMs: number; readonly usualMs: number; readonly share: number };
}

/**
 * Judges an objective. Without responses, a latency objective is missed. If the generator was the bottleneck, an
 * objective is decided only if the result is the same with and without the delay of the generator.
 */
export function judgeObjective(
  { rule, measure, comparison, bound }: Objective,
  figures: MeasuredFigures,
  doubt: GeneratorDoubt | null = null,
): ObjectiveResult {
  const value = figureOf(measure, figures);
  const isMet = (figure: number | null) => figure !== null && holds[comparison](figure, bound);
  const met = isMet(value);
  const isOpen =
    doubt !== null &&
    (doubt.lacksStarts ||
      (value !== null && isMet(withoutGenerator(measure, figures, value, doubt)) !== met));
  return {
    rule,
    value: value === null ? 'no responses' : shown(measure, value),
    met: met && !isOpen,
    ...(isOpen ? { undecided: doubt.reason } : {}),
  };
}

/** The figure that a generator without any delay would have measured at best. */
function withoutGenerator(
  measure: Measure,
  { histogram }: MeasuredFigures,
  value: number,
  { isSlowed, delay }: GeneratorDoubt,
): number {
  const { mostMs, usualMs, share } = delay;
  switch (measure.kind) {
    case 'errors':
      return value;
    case 'rate':
      return isSlowed ? Number.POSITIVE_INFINITY : value;
    case 'mean':
      return Math.max(0, value - share * mostMs - (1 - share) * usualMs);
    case 'max':
      return Math.max(0, value - mostMs);
    case 'percentile': {
      const below = latencyAt(histogram, Math.max(0, measure.percentile - 100 * share)) / 1000;
      return Math.max(0, value - mostMs, below - usualMs);
    }
  }
}

function figureOf(measure: Measure, { counts, histogram, durationMs }: MeasuredFigures): number | null {
  switch (measure.kind) {
    case 'rate':
      return durationMs <= 0 ? 0 : (counts.answered * 1000) / durationMs;
    case 'errors': {
      const ended = counts.answered + counts.failed + counts.missed;
      return ended === 0 ? null : (counts.errors + counts.failed + counts.missed) / ended;
    }
    default:
      return histogram.totalCount === 0
        ? null
        : latencyMs(measure, histogram, counts.missed + counts.timedOut);
  }
}

/** @param unmeasured requests that were slower than anything measured: timed out, or never started */
function latencyMs(measure: Measure, histogram: Histogram, unmeasured: number): number {
  switch (measure.kind) {
    case 'percentile': {
      const percentile = (measure.percentile * (histogram.totalCount + unmeasured)) / histogram.totalCount;
      return percentile > 100 ? Number.POSITIVE_INFINITY : latencyAt(histogram, percentile) / 1000;
    }
    case 'max':
      return histogram.maxValue / 1000;
    default:
      return histogram.mean / 1000;
  }
}

const holds: Readonly<Record<Comparator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

function shown({ kind }: Measure, value: number): string {
  switch (kind) {
    case 'errors':
      return `${round(value * 100)} %`;
    case 'rate':
      return `${round(value)}/s`;
    default:
      if (value === Number.POSITIVE_INFINITY) {
        return 'slower than could be measured';
      }
      return value >= 1000 ? `${round(value / 1000)} s` : `${round(value)} ms`;
  }
}

/** Rounds to three significant digits, or to an integer. */
function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** A percentile of the latency in µs, which the histogram rounds up; at most the maximum. */
export function latencyAt(histogram: Histogram, percentile: number): number {
  return Math.min(histogram.getValueAtPercentile(percentile), histogram.maxValue);
}
