import { type Head, headsOf, policies, type RefusalPolicy } from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';
import {
  type Allowance,
  type Counter,
  cutMs,
  type Demand,
  fixedWindows,
  type LimiterModel,
  timerMs,
} from './limiter-model.ts';
import { countBefore, countUpTo, type Spans, smallestFrom, united, within, without } from './times.ts';
import type { WindowLabel } from './window-labels.ts';

/** Windows that begin with the first request after the end of the one before. */
export const requestWindows: LimiterModel = {
  kind: 'fixed window from the first request',
  ...fixedWindows,
  explains: (counters, allowance, demand) =>
    !counters.some(({ movesWithUse }) => movesWithUse) &&
    (demand.refusals ? policies : policies.slice(0, 1)).some((policy) =>
      counters.every((counter) => new WindowChain(counter, allowance, demand, policy).exists()),
    ),
};

/** Follows all possible beginnings from each window to the next. */
class WindowChain {
  readonly #ledger: KeyLedger;
  readonly #allowance: Allowance;
  readonly #demand: Demand;
  readonly #policy: RefusalPolicy;
  readonly #blurMs: number;
  readonly #excluded: Spans | null;
  readonly #earliestRefused: readonly number[];
  readonly #tailMs: number;

  constructor(counter: Counter, allowance: Allowance, demand: Demand, policy: RefusalPolicy) {
    const { ledger, labels } = counter;
    this.#ledger = ledger;
    this.#allowance = allowance;
    this.#demand = demand;
    this.#policy = policy;
    this.#blurMs = cutMs(allowance);
    this.#earliestRefused = smallestFrom(ledger.refusals.map(({ sentAtMs }) => sentAtMs));
    this.#excluded = excludedStarts(counter, allowance, demand, policy);
    this.#tailMs = demand.labels
      ? labels.reduce(
          (tail, { earliestMs }) => Math.max(tail, earliestMs - allowance.windowMs),
          Number.NEGATIVE_INFINITY,
        )
      : Number.NEGATIVE_INFINITY;
  }

  exists(): boolean {
    if (this.#excluded === null) {
      return false;
    }
    if (this.#isClosedThroughout()) {
      return true;
    }
    let starts = this.#clear(this.#firstStarts());
    while (starts.length > 0) {
      const next: (readonly [number, number])[] = [];
      for (const [from, to] of starts) {
        const following = this.#nextStarts(from, to);
        if (following === 'end') {
          return true;
        }
        next.push(...following);
      }
      starts = this.#clear(united(next));
    }
    return false;
  }

  /** Whether nothing was admitted, since a window of an earlier use was open all the time, or a block went on. */
  #isClosedThroughout(): boolean {
    const { admitted, firstSentMs } = this.#ledger;
    const endMs = firstSentMs + this.#allowance.windowMs + this.#blurMs;
    return (
      admitted.sent.length === 0 &&
      (this.#ledger.firstAnswer(endMs, 'decided') === Number.POSITIVE_INFINITY ||
        headsOf(this.#ledger, this.#allowance, 'from-last')?.length === 0)
    );
  }

  /** Those moments without evidence against them. */
  #clear(starts: Spans): Spans {
    return without(starts, this.#excluded ?? []);
  }

  /** A window of earlier use may still have been open, unless the first answer says that nothing was used. */
  #firstStarts(): Spans {
    const { firstSentMs, start, coverage } = this.#ledger;
    if (start === 'untouched') {
      const firstAnswerMs = this.#ledger.firstAnswer(firstSentMs, 'decided');
      return [[firstSentMs, Number.isFinite(firstAnswerMs) ? firstAnswerMs : firstSentMs]];
    }
    const latest = Math.min(
      this.#ledger.firstAnswer(firstSentMs + this.#allowance.windowMs + this.#blurMs, 'decided'),
      this.#answeredMs(this.#allowance.limit),
      this.#bothFullBy(Number.NEGATIVE_INFINITY),
    );
    return this.#demand.refusals
      ? within(coverage, firstSentMs, latest)
      : [[firstSentMs, Math.min(latest, this.#ledger.lastAnsweredMs)]];
  }

  /** The possible start of the next window after one that began between those times; `end` if there need not be one. */
  #nextStarts(from: number, to: number): Spans | 'end' {
    const { windowMs } = this.#allowance;
    const earliest = from + windowMs - this.#blurMs;
    const blocked = this.#policy === 'none' ? null : this.#firstRefusedBy(from, to);
    const latestEnd = blocked ?? to + windowMs + this.#blurMs;
    const latest = Math.min(
      this.#ledger.firstAnswer(latestEnd, blocked === null ? 'decided' : 'admitted'),
      this.#fullBy(to),
      this.#bothFullBy(to),
    );
    if (latest === Number.POSITIVE_INFINITY && to >= this.#tailMs) {
      return 'end';
    }
    const until = Math.min(latest, this.#ledger.lastAnsweredMs);
    return this.#demand.refusals
      ? within(this.#ledger.coverage, earliest, until)
      : [[earliest, Math.max(earliest, until)]];
  }

  /** When more than the limit was admitted since the beginning of a window: another one must have begun by then. */
  #fullBy(from: number): number {
    const { admitted } = this.#ledger;
    const most = this.#allowance.limit - (this.#demand.refusals ? 1 : 0);
    return this.#answeredMs(countBefore(admitted.sent, from) + most);
  }

  /** When the next window has to have begun, for it and one that began by `from` hold no more than two limits. */
  #bothFullBy(from: number): number {
    const { admitted } = this.#ledger;
    const fullMs = this.#answeredMs(countBefore(admitted.sent, from) + 2 * this.#allowance.limit);
    return fullMs - this.#allowance.windowMs + this.#blurMs;
  }

  /** When the admitted request at a position was answered, if admissions count. */
  #answeredMs(position: number): number {
    const answeredMs = this.#demand.admissions ? this.#ledger.admitted.answered[position] : undefined;
    return answeredMs ?? Number.POSITIVE_INFINITY;
  }

  /** By when the window's first refusal was decided, after which the key was blocked; `null` without one. */
  #firstRefusedBy(from: number, to: number): number | null {
    const { refusals, refused } = this.#ledger;
    const position = countBefore(refused.answered, from);
    const earliest = this.#earliestRefused[position];
    if (earliest === undefined || earliest > to + this.#allowance.windowMs + this.#blurMs) {
      return null;
    }
    const first = refusals.slice(position).find(({ sentAtMs }) => sentAtMs >= to);
    return first?.answeredAtMs ?? Number.POSITIVE_INFINITY;
  }
}

/** Times at which none of a key's windows can have begun; `null` if no beginning is possible at all. */
function excludedStarts(
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
export function unjustifiedStarts(
  { possible }: KeyLedger,
  heads: readonly Head[],
  limit: number,
): Spans | null {
  const spans: [number, number][] = [];
  for (const { sentAtMs, answeredAtMs } of heads) {
    const before = countUpTo(possible.sent, answeredAtMs);
    if (before < limit) {
      return null;
    }
    spans.push([possible.answered[before - limit] as number, sentAtMs]);
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
