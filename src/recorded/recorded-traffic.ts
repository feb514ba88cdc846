import type { Exchange } from '../exchange/exchange.ts';
import type { Secret } from '../secrets/redaction.ts';

/** Traffic that was recorded elsewhere, secrets replaced, as far as it can be judged. */
export interface RecordedTraffic {
  /** `har`, or a run's own `journal`. */
  readonly source: 'har' | 'journal';
  readonly baseUrl: string;
  /** ISO 8601 time of the first request. */
  readonly startedAt: string;
  /** The prefix of tags in names: for a journal, the tag of its run. */
  readonly tag: string;
  /** In the order in which they finished. */
  readonly exchanges: AsyncIterable<Exchange> | Iterable<Exchange>;
  /**
   * The first time at which an undocumented operation may have changed animals, in ms since the first request: from
   * then on their history is unknown. Otherwise `null`.
   */
  readonly changedAtMs: number | null;
  /**
   * Whether its times are as exact as a recording can be: to the millisecond, by one clock that ran evenly. Otherwise
   * nothing that depends on time is judged.
   */
  readonly isTimed: boolean;
  /** Whether the order of its requests is known: not if its clock was adjusted. Otherwise no animal is followed. */
  readonly isOrdered: boolean;
  /** Whether it is known that its key was valid all the time: the user stated it, or a run had it. */
  readonly isKeyValid: boolean;
  /** Whether it is known which of its keys a plan is about: the user stated it, or there is no other. */
  readonly isKeyKnown: boolean;
  /** Whether keys were taken out of it: requests of unknown keys count for nothing that depends on one. */
  readonly areKeysRemoved: boolean;
  /** The keys that it holds and that were valid, to look for them in what is written. */
  readonly secrets: readonly Secret[];
  /** Notes on the verdicts: omitted entries and the reasons, one line each. */
  readonly notes: readonly string[];
}

/** A file that holds no traffic that could be judged; its message is one line. */
export class NotRecorded extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotRecorded';
  }
}
