import type { Exchange } from '../exchange/exchange.ts';
import type { Secret } from '../secrets/redaction.ts';

/** Traffic that was recorded elsewhere, secrets replaced, as far as it can be judged. */
export interface RecordedTraffic {
  /** `har`, or a run's own `journal`. */
  readonly source: 'har' | 'journal';
  readonly baseUrl: string;
  /** ISO 8601 time of the first request. */
  readonly startedAt: string;
  /** What the tags in names begin with: of a run's own journal that of the run. */
  readonly tag: string;
  /** In the order in which they finished. */
  readonly exchanges: AsyncIterable<Exchange> | Iterable<Exchange>;
  /**
   * When animals may first have been changed by an operation that the document does not show, in ms since the first
   * request: from then on their history can't be followed. `null` where they were not.
   */
  readonly changedAtMs: number | null;
  /**
   * Whether its times are as exact as a recording can be: to the millisecond, by one clock that ran evenly. What rests
   * on time is not judged otherwise.
   */
  readonly isTimed: boolean;
  /** Whether it is known that its key was valid all the time: the user stated it, or a run had it. */
  readonly isKeyValid: boolean;
  /** The keys that it holds and that were valid, to look for them in what is written. */
  readonly secrets: readonly Secret[];
  /** What has to be known to read the verdicts: what was left out, and why. A line each. */
  readonly notes: readonly string[];
}

/** A file that holds no traffic that could be judged; its message is one line. */
export class NotRecorded extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotRecorded';
  }
}
