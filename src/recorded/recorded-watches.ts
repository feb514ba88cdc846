import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { RefusalFieldsWatch } from '../runner/refusal-fields-watch.ts';
import type { Finding } from '../verdict/finding.ts';
import { startWatch } from '../watchers/start-watch.ts';
import type { Watch, WatchContext, WatchObservation } from '../watchers/watch.ts';
import type { RecordedTraffic } from './recorded-traffic.ts';

const series = 'rate/remaining-counts-down';
const clockKinds = new Set(['in-the-past', 'too-far']);

/** What one recorded exchange showed. */
interface Seen {
  readonly findings: readonly Finding[];
  readonly touched: readonly string[];
}

/** The watches of a run as recorded traffic can bear them. */
export class RecordedWatches {
  readonly #answers: Watch;
  readonly #history: HistoryWatch;
  readonly #refusals = new RefusalFieldsWatch();
  readonly #isForeign: boolean;
  readonly #isTimed: boolean;
  readonly #changedAtMs: number;
  #isChanged = false;

  constructor(
    {
      source,
      tag,
      isTimed,
      changedAtMs,
    }: Pick<RecordedTraffic, 'source' | 'tag' | 'isTimed' | 'changedAtMs'>,
    context: WatchContext,
  ) {
    this.#answers = startWatch(context, isTimed ? [] : [series]);
    this.#history = new HistoryWatch(tag);
    this.#isForeign = source === 'har';
    this.#isTimed = isTimed;
    this.#changedAtMs = changedAtMs ?? Number.POSITIVE_INFINITY;
  }

  see(exchange: Exchange): Seen {
    const { credential } = exchange.request;
    const isOfOthers = credential.startsWith('quota-key');
    this.#isChanged ||= exchange.finishedAtMs >= this.#changedAtMs;
    const results = [
      this.#answers.see(exchange),
      // Other keys may be of other accounts, with other animals.
      ...(isOfOthers || this.#isChanged ? [] : [this.#history.see(exchange)]),
      ...(credential === 'api-key' || isOfOthers ? [this.#refusals.see(exchange)] : []),
    ];
    return {
      findings: results
        .flatMap(({ findings }) => findings)
        .filter((one) => !this.#restsOnClock(one, exchange)),
      touched: results.flatMap(({ touched }) => touched),
    };
  }

  /** Without a Date only the clock of whoever recorded it tells the time, and nobody knows how wrong that was. */
  #restsOnClock({ requirement, kind }: Finding, { response }: Exchange): boolean {
    const isOfTime = requirement === 'rate/reset-is-timestamp' && clockKinds.has(kind);
    return this.#isForeign && isOfTime && headerValue(response?.headers ?? [], 'Date') === undefined;
  }

  /** What the traffic lacks, that a requirement could be called kept. */
  unreached(requirement: string): string[] {
    if (requirement === series && !this.#isTimed) {
      return ['times to the millisecond'];
    }
    return [...this.#answers.unreached(requirement), ...this.#history.unreached(requirement)];
  }

  /** Whether somebody changed animals by an operation that the document does not show: then their history ends. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  observations(): readonly WatchObservation[] {
    return this.#answers.observations();
  }
}
