import type { Classify } from '../../../src/quota/judge/entries.ts';
import { KeyLedger } from '../../../src/quota/judge/key-ledger.ts';
import type { Counter } from '../../../src/quota/judge/limiter-model.ts';
import { free, type Sent, traceOf } from './trace.ts';

/** When a request was sent and answered, in ms. */
export type Span = readonly [sentMs: number, answeredMs: number];
export type Start = 'untouched' | 'unknown';

/** What was drawn on a counter by requests that were refused and admitted. */
export function ledgerOf(
  refused: readonly Span[],
  admitted: readonly Span[] = [],
  start: Start = 'untouched',
): KeyLedger {
  const spans = [...admitted, ...refused];
  const sent = spans.map(([atMs, answeredMs], connection): Sent => {
    return { atMs, tookMs: answeredMs - atMs, connection };
  });
  const timeline = traceOf(sent, () => ({ admitted: true, remaining: 9, resetMs: 60_000, retryMs: 0 }));
  const classify: Classify = ({ connection }) => (connection < admitted.length ? 'admitted' : 'refused');
  return new KeyLedger(timeline, classify, free, start);
}

/** A counter with those, of which no `Reset` is known. */
export function counterWith(...of: Parameters<typeof ledgerOf>): Counter {
  return { ledger: ledgerOf(...of), labels: [], movesWithUse: false };
}

/** So many at once that take no time. */
export function atOnce(count: number, atMs: number): Span[] {
  return Array.from({ length: count }, () => [atMs, atMs]);
}

/** Spans of time in ms: `0..10 100..110`. */
export function spans(text: string): Span[] {
  return text.split(' ').map((span): Span => {
    const [from = Number.NaN, to = Number.NaN] = span.split('..').map(Number);
    return [from, to];
  });
}
