import type { ClockBounds } from '../../exchange/server-clock.ts';
import { groupedBy } from '../../grouped-by.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import type { JudgedKey } from './case.ts';
import {
  byMinute,
  type Classify,
  entriesOfMinute,
  extentOf,
  type RequestClass,
  saysMinute,
} from './entries.ts';
import { allowanceOf, type Counter } from './limiter-model.ts';
import { ascending, countBefore, countUpTo, countWhile, inOrder, type Spans } from './times.ts';
import { movesWithUse, windowLabels } from './window-labels.ts';

/** Times of requests and of responses, each sorted separately. */
export interface Times {
  readonly sent: readonly number[];
  readonly answered: readonly number[];
}

/**
 * The use of one counter. The server decided on each request at some time between sending and response, so counts
 * within a span are bounds: `surely` from below, `possibly` from above. Because no response precedes its request, both
 * only need separately sorted times.
 */
export class KeyLedger {
  /** Entries that say something of the counter, in the order in which they were sent. */
  readonly entries: Timeline;
  readonly admittedEntries: Timeline;
  readonly admitted: Times;
  /** Requests that may count: those of a possible earlier use, all at `firstSentMs`, then the admitted ones and others. */
  readonly possible: Times;
  /** The number of requests of a possible earlier use in `possible`. */
  readonly earlier: number;
  /** Requests that were refused, in the order of their answers. */
  readonly refusals: Timeline;
  readonly refused: Times;
  /** The times at which a request may have been the first of a window. */
  readonly coverage: Spans;
  readonly firstSentMs: number;
  readonly lastAnsweredMs: number;
  /** The earlier use according to the first response: none, or little; `unknown`: earlier use may count. */
  readonly start: 'untouched' | 'full' | 'unknown';
  /** The requests that this counter certainly decided. */
  readonly #decidedEntries: Timeline;
  /** Requests that it neither admitted nor refused. */
  readonly #others: Times;

  /** `start`: of the key, where these are only some of its requests. */
  constructor(
    entries: Timeline,
    classify: Classify,
    plan: Pick<PlanUnderTest, 'perMinute'>,
    start: KeyLedger['start'] | null = null,
  ) {
    const speaking = entries.filter((entry) => classify(entry) !== 'nothing');
    this.entries = inOrder(speaking, ({ sentAtMs }) => sentAtMs);
    const classes = this.entries.map((entry) => classify(entry));
    const entriesOf = (...wanted: readonly RequestClass[]): Timeline =>
      this.entries.filter((_, position) => wanted.includes(classes[position] ?? 'nothing'));
    this.admittedEntries = entriesOf('admitted');
    this.admitted = timesOf(this.admittedEntries);
    const refusals = entriesOf('refused');
    this.refusals = inOrder(refusals, ({ answeredAtMs }) => answeredAtMs);
    this.refused = timesOf(refusals);
    this.#decidedEntries = entriesOf('admitted', 'refused');
    this.#others = timesOf(entriesOf('possible', 'elsewhere'));
    const [first] = this.entries;
    const { fromMs, toMs } = extentOf(this.entries);
    this.firstSentMs = fromMs;
    this.lastAnsweredMs = toMs;
    this.start = start ?? startOf(first, classify, plan);
    const possible = entriesOf('admitted', 'possible');
    this.earlier = earlierUse(this.start, plan);
    const earlierTimes = Array.from({ length: this.earlier }, () => this.firstSentMs);
    const { sent, answered } = timesOf(possible);
    this.possible = { sent: [...earlierTimes, ...sent], answered: [...earlierTimes, ...answered] };
    this.coverage = coverageOf(entriesOf('admitted', 'possible', 'elsewhere'));
  }

  /** The lower bound of admitted requests from `fromMs` to `toMs`. */
  surely(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.admitted.answered, toMs) - countBefore(this.admitted.sent, fromMs));
  }

  /** The upper bound of counted requests from `fromMs` to `toMs`. */
  possibly(fromMs: number, toMs: number): number {
    const { sent, answered } = this.possible;
    return Math.max(0, countUpTo(sent, toMs) - countBefore(answered, fromMs));
  }

  /** The upper bound of refused requests from `fromMs` to `toMs`. */
  possiblyRefused(fromMs: number, toMs: number): number {
    const { sent, answered } = this.refused;
    return Math.max(0, countUpTo(sent, toMs) - countBefore(answered, fromMs));
  }

  /** The number of requests in flight at a moment, regardless of their results. */
  underWay(atMs: number): number {
    return [this.admitted, this.refused, this.#others].reduce(
      (count, { sent, answered }) => count + countUpTo(sent, atMs) - countBefore(answered, atMs),
      0,
    );
  }

  /**
   * The first response to a request that this counter certainly decided or admitted, sent at or after a time; Infinity
   * if there is none.
   */
  firstAnswer(toSentFromMs: number, which: 'decided' | 'admitted'): number {
    const entries = which === 'admitted' ? this.admittedEntries : this.#decidedEntries;
    let earliest = Number.POSITIVE_INFINITY;
    const first = countWhile(entries.length, (at) => (entries[at] as TimelineEntry).sentAtMs < toSentFromMs);
    for (let position = first; position < entries.length; position += 1) {
      const { sentAtMs, answeredAtMs } = entries[position] as TimelineEntry;
      if (sentAtMs > earliest) {
        break;
      }
      earliest = Math.min(earliest, answeredAtMs);
    }
    return earliest;
  }
}

/** The times of entries, given in the order in which they were sent. */
function timesOf(entries: Timeline): Times {
  return {
    sent: entries.map(({ sentAtMs }) => sentAtMs),
    answered: entries.map(({ answeredAtMs }) => answeredAtMs).sort(ascending),
  };
}

function coverageOf(entries: Timeline): Spans {
  const spans: [number, number][] = [];
  for (const { sentAtMs, answeredAtMs } of entries) {
    const last = spans.at(-1);
    if (last !== undefined && sentAtMs <= last[1]) {
      last[1] = Math.max(last[1], answeredAtMs);
    } else {
      spans.push([sentAtMs, answeredAtMs]);
    }
  }
  return spans;
}

function startOf(
  first: TimelineEntry | undefined,
  classify: Classify,
  plan: Pick<PlanUnderTest, 'perMinute'>,
): KeyLedger['start'] {
  if (first === undefined || classify(first) !== 'admitted' || !saysMinute(first, plan)) {
    return 'unknown';
  }
  const { remaining } = first;
  if (remaining === plan.perMinute - 1) {
    return 'untouched';
  }
  // A bucket that is counted in fractions shows one less.
  return remaining >= plan.perMinute - 2 ? 'full' : 'unknown';
}

/** The number of earlier requests that may still count, including refused ones. */
function earlierUse(start: KeyLedger['start'], { perMinute }: Pick<PlanUnderTest, 'perMinute'>): number {
  return { untouched: 0, full: 2, unknown: 2 * perMinute }[start];
}

/** The entries of some keys about the limit per minute: up to the exhaustion of the daily limit. */
export function minuteEntries(timeline: Timeline, keys: readonly number[]): Timeline {
  return entriesOfMinute(timeline).filter(({ key }) => keys.includes(key));
}

/** The use of one counter by these requests. */
export function counterOf(
  entries: Timeline,
  plan: PlanUnderTest,
  clock: ClockBounds | null,
  classify: Classify = byMinute(plan),
): Counter {
  const ledger = new KeyLedger(entries, classify, plan);
  const labels = windowLabels(ledger, plan, clock);
  const allowance = allowanceOf(plan.perMinute, plan.minuteMs);
  return { ledger, labels, movesWithUse: movesWithUse(labels, allowance) };
}

/**
 * The requests of each key, divided among counters by a name. The counters of a key that was unused at first were
 * unused too.
 */
export function countersBy(
  keys: readonly JudgedKey[],
  plan: PlanUnderTest,
  nameOf: (entry: TimelineEntry) => string | number,
): readonly Counter[] {
  return keys.flatMap(({ ledger }) => {
    const groups = groupedBy(ledger.entries, nameOf);
    const start = ledger.start === 'unknown' ? 'unknown' : 'full';
    return [...groups.values()].map((group) => ({
      ledger: new KeyLedger(group, byMinute(plan), plan, start),
      labels: [],
      movesWithUse: false,
    }));
  });
}
