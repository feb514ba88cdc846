import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import { type Classify, type RequestClass, saysMinute } from './request-class.ts';
import { ascending, countBefore, countUpTo, smallestFrom, sortByTime } from './sorted-times.ts';
import type { Spans } from './spans.ts';

/** Requests that were refused, in the order of their answers. */
export interface Refusals {
  readonly entries: Int32Array;
  readonly sent: Float64Array;
  readonly answered: Float64Array;
  /** When they were sent, ascending. */
  readonly bySent: Float64Array;
}

/** Times at which requests were sent and answered, each ascending for itself. */
export interface Times {
  readonly sent: Float64Array;
  readonly answered: Float64Array;
}

/** When requests were sent, ascending, and the earliest answer to those sent from each on. */
export interface EarliestAnswers {
  readonly sent: Float64Array;
  readonly earliestAnswer: Float64Array;
}

/**
 * What was drawn on one counter. The server decided on each request at some moment between sending and answer,
 * so that counts within a span come as bounds: `surely` from below, `possibly` from above. As no request is
 * answered before it is sent, both need nothing but times that are sorted apart from each other.
 */
export class KeyLedger {
  /** Entries that say something of the counter, in the order in which they were sent. */
  readonly entries: Int32Array;
  readonly admittedEntries: Int32Array;
  /** All requests, whatever became of them. */
  readonly all: Times;
  readonly admitted: Times;
  /** The admitted ones too, and what an earlier use may have left, at the very beginning. */
  readonly possible: Times;
  readonly refusals: Refusals;
  /** Requests that were surely decided by this counter; and of those, the admitted ones. */
  readonly decided: EarliestAnswers;
  readonly admittedBySent: EarliestAnswers;
  /** When a request can have been decided that may have been the first of a window. */
  readonly coverage: Spans;
  readonly firstSentMs: number;
  readonly lastAnsweredMs: number;
  /** What the first answer announced: nothing used but by it, or little; `unknown`: an earlier use may count. */
  readonly start: 'untouched' | 'full' | 'unknown';

  /** `start`: of the key, where these are only some of its requests. */
  constructor(
    timeline: Timeline,
    entries: Int32Array,
    classify: Classify,
    plan: PlanUnderTest,
    start: KeyLedger['start'] | null = null,
  ) {
    this.entries = sortByTime(
      entries.filter((index) => classify(timeline, index) !== 'nothing'),
      timeline.sentAtMs,
    );
    const columns = new Columns(timeline, this.entries, classify);
    this.admittedEntries = columns.entriesOf('admitted');
    this.all = columns.timesOf(['admitted', 'possible', 'refused', 'elsewhere'], 0, 0);
    this.admitted = columns.timesOf(['admitted'], 0, 0);
    const [first] = this.entries;
    this.firstSentMs = this.all.sent[0] ?? 0;
    this.lastAnsweredMs = this.all.answered.at(-1) ?? 0;
    this.start = start ?? startOf(timeline, first, classify, plan);
    const earlier = earlierUse(this.start, plan);
    this.possible = columns.timesOf(['admitted', 'possible'], earlier, this.firstSentMs);
    this.refusals = refusalsOf(timeline, columns.entriesOf('refused'));
    this.decided = columns.earliestAnswers(['admitted', 'refused']);
    this.admittedBySent = columns.earliestAnswers(['admitted']);
    this.coverage = columns.coverageOf(['admitted', 'possible', 'elsewhere']);
  }

  /** At least so many were admitted from `fromMs` to `toMs`. */
  surely(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.admitted.answered, toMs) - countBefore(this.admitted.sent, fromMs));
  }

  /** At most so many were counted from `fromMs` to `toMs`. */
  possibly(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.possible.sent, toMs) - countBefore(this.possible.answered, fromMs));
  }
}

const classes: readonly RequestClass[] = ['admitted', 'possible', 'refused', 'elsewhere', 'nothing'];

/** The times and classes of entries in the order in which they were sent, read once. */
class Columns {
  readonly #entries: Int32Array;
  readonly #sent: Float64Array;
  readonly #answered: Float64Array;
  readonly #classes: Uint8Array;

  constructor(timeline: Timeline, entries: Int32Array, classify: Classify) {
    this.#entries = entries;
    this.#sent = new Float64Array(entries.length);
    this.#answered = new Float64Array(entries.length);
    this.#classes = new Uint8Array(entries.length);
    for (let position = 0; position < entries.length; position += 1) {
      const index = entries[position] as number;
      this.#sent[position] = timeline.sentAtMs(index);
      this.#answered[position] = timeline.answeredAtMs(index);
      this.#classes[position] = classes.indexOf(classify(timeline, index));
    }
  }

  entriesOf(wanted: RequestClass): Int32Array {
    const code = classes.indexOf(wanted);
    return this.#entries.filter((_, position) => this.#classes[position] === code);
  }

  /** With `earlier` requests at `earlierMs`, of which nothing else is known. */
  timesOf(wanted: readonly RequestClass[], earlier: number, earlierMs: number): Times {
    const positions = this.#positionsOf(wanted);
    const sent = new Float64Array(earlier + positions.length).fill(earlierMs, 0, earlier);
    const answered = new Float64Array(earlier + positions.length).fill(earlierMs, 0, earlier);
    for (let count = 0; count < positions.length; count += 1) {
      sent[earlier + count] = this.#sent[positions[count] as number] as number;
      answered[earlier + count] = this.#answered[positions[count] as number] as number;
    }
    return { sent, answered: ascending(answered) };
  }

  earliestAnswers(wanted: readonly RequestClass[]): EarliestAnswers {
    const positions = this.#positionsOf(wanted);
    const sent = new Float64Array(positions.length);
    const answered = new Float64Array(positions.length);
    for (let count = 0; count < positions.length; count += 1) {
      sent[count] = this.#sent[positions[count] as number] as number;
      answered[count] = this.#answered[positions[count] as number] as number;
    }
    return { sent, earliestAnswer: smallestFrom(answered) };
  }

  coverageOf(wanted: readonly RequestClass[]): Spans {
    const spans: [number, number][] = [];
    for (const position of this.#positionsOf(wanted)) {
      const sent = this.#sent[position] as number;
      const answered = this.#answered[position] as number;
      const last = spans.at(-1);
      if (last !== undefined && sent <= last[1]) {
        last[1] = Math.max(last[1], answered);
      } else {
        spans.push([sent, answered]);
      }
    }
    return spans;
  }

  #positionsOf(wanted: readonly RequestClass[]): Int32Array {
    const codes = classes.map((one) => wanted.includes(one));
    const positions = new Int32Array(this.#entries.length);
    let count = 0;
    for (let position = 0; position < positions.length; position += 1) {
      if (codes[this.#classes[position] as number] === true) {
        positions[count] = position;
        count += 1;
      }
    }
    return positions.subarray(0, count);
  }
}

function startOf(
  timeline: Timeline,
  first: number | undefined,
  classify: Classify,
  plan: PlanUnderTest,
): KeyLedger['start'] {
  if (first === undefined || classify(timeline, first) !== 'admitted' || !saysMinute(timeline, first, plan)) {
    return 'unknown';
  }
  const remaining = timeline.remaining(first);
  if (remaining === plan.perMinute - 1) {
    return 'untouched';
  }
  // A bucket that is counted in fractions shows one less.
  return remaining >= plan.perMinute - 2 ? 'full' : 'unknown';
}

/** So many requests of an earlier use may still count, refused ones with them. */
function earlierUse(start: KeyLedger['start'], { perMinute }: PlanUnderTest): number {
  return { untouched: 0, full: 2, unknown: 2 * perMinute }[start];
}

function refusalsOf(timeline: Timeline, inOrder: Int32Array): Refusals {
  const bySent = Float64Array.from(inOrder, timeline.sentAtMs);
  const entries = sortByTime(inOrder, timeline.answeredAtMs);
  return {
    entries,
    bySent,
    sent: Float64Array.from(entries, timeline.sentAtMs),
    answered: Float64Array.from(entries, timeline.answeredAtMs),
  };
}
