import { type Heads, headsOf, type RefusalPolicy } from './blocking.ts';
import { cutMs } from './fixed-windows.ts';
import type { KeyLedger } from './key-ledger.ts';
import { type Allowance, type Counter, type Demand, timerMs } from './limiter-model.ts';
import { type Spans, united } from './spans.ts';
import type { WindowLabel } from './window-labels.ts';

/** Times at which none of a key's windows can have begun; `null` if no beginning is possible at all. */
export function excludedStarts(
  { ledger, labels }: Counter,
  allowance: Allowance,
  demand: Demand,
  policy: RefusalPolicy,
): Spans | null {
  const lengthMs = allowance.windowMs - cutMs(allowance);
  const heads = headsOf(ledger, allowance, policy);
  // The request that began the window counts too, and it may have been another client's.
  const limit = allowance.limit - (demand.refusals ? 1 : 0);
  const excluded = [
    demand.admissions ? overfullStarts(ledger, limit, lengthMs) : [],
    demand.refusals ? heads && unjustifiedStarts(ledger, heads, allowance.limit) : [],
    demand.labels ? mislabelledStarts(labels, allowance, lengthMs) : [],
  ];
  return excluded.some((spans) => spans === null) ? null : united(excluded.flatMap((spans) => spans ?? []));
}

/**
 * Times after which the window would have admitted more than the limit: from a window length before a response to the
 * sending of the first of limit + 1 requests.
 */
export function overfullStarts({ admitted }: KeyLedger, limit: number, lengthMs: number): Spans {
  const { sent, answered } = admitted;
  const spans: [number, number][] = [];
  for (let inside = limit; inside < answered.length; inside += 1) {
    const start = (answered[inside] as number) - lengthMs;
    const until = sent[inside - limit] as number;
    const last = spans.at(-1);
    if (last !== undefined && start <= last[1]) {
      last[1] = until;
    } else if (until > start) {
      spans.push([start, until]);
    }
  }
  return spans;
}

/** Times after which the window refused a request before it was exhausted; `null` if no start justifies a refusal. */
export function unjustifiedStarts({ possible }: KeyLedger, heads: Heads, limit: number): Spans | null {
  const spans: [number, number][] = [];
  for (let position = 0; position < heads.sent.length; position += 1) {
    const before = possible.sentUpTo(heads.answered[position] as number);
    if (before < limit) {
      return null;
    }
    spans.push([possible.answeredAt(before - limit), heads.sent[position] as number]);
  }
  return united(spans);
}

/**
 * Times at which no window can have begun if `Reset` is the end of each; `null` if no time is possible. A request's
 * window began before its decision and ends at the announced time.
 */
function mislabelledStarts(
  labels: readonly WindowLabel[],
  { windowMs, tickMs }: Allowance,
  lengthMs: number,
): Spans | null {
  const spans: [number, number][] = [];
  for (const label of labels) {
    // A length by the server's clock, taken off a time by the server's clock: drift doesn't come into it.
    const latest = label.latestMs - windowMs + Math.min(tickMs, timerMs);
    const tooLate: [number, number] = [latest, label.lastSentMs];
    const tooEarly: [number, number] = [label.firstAnsweredMs - lengthMs, label.earliestMs - windowMs];
    if (tooLate[1] - tooLate[0] >= windowMs || tooEarly[1] - tooEarly[0] >= windowMs) {
      return null;
    }
    spans.push(tooLate, tooEarly);
  }
  return united(spans);
}
