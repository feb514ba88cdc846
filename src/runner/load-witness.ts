import type { Exchange } from '../exchange/exchange.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { SeriesWatch, seriesRequirement } from '../load/series-watch.ts';
import type { Finding } from '../verdict/finding.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import type { Watch, WatchContext } from '../watchers/watch.ts';
import { animalCreated } from './animal-created.ts';
import { loadSelection } from './load-selection.ts';
import { RefusalFieldsWatch } from './run-watches.ts';

/** Exchanges that the history of a load takes in: it remembers each of them. */
const longestHistory = 5_000;

/** The watches of a load, and the record of what they were shown. */
export class LoadWitness {
  readonly series: SeriesWatch;
  /** Judges single answers: the watches of a run, and for a while the history of its animals. */
  readonly watch: Watch;
  /** Watched requirements that some answer bore on. */
  readonly touched = new Set<string>();
  /** Animals that were created before the load itself. */
  created = 0;
  /** Connections and requests so far. */
  connections = 0;
  #remembered = 0;
  readonly #held: Finding[] = [];
  readonly #history: HistoryWatch;
  readonly #record: (event: RunEvent) => void;

  constructor(context: WatchContext, tag: string, record: (event: RunEvent) => void) {
    this.series = new SeriesWatch(context);
    this.watch = startWatch(context, [seriesRequirement]);
    this.#history = new HistoryWatch(tag);
    this.#record = record;
  }

  /** All watches as the load needs them. */
  get watches(): readonly Watch[] {
    const history: Watch = {
      see: (exchange) => {
        this.#remembered += 1;
        return this.#remembered > longestHistory
          ? { findings: [], touched: [] }
          : {
              findings: this.#history
                .see(exchange)
                .findings.filter(({ requirement }) => loadSelection.includes(requirement)),
              touched: [],
            };
      },
      unreached: () => [],
      observations: () => [],
    };
    return [this.watch, new RefusalFieldsWatch(), history];
  }

  /** Judges and records an exchange of the preparation. */
  witness(exchange: Exchange): void {
    this.connections = Math.max(this.connections, exchange.connection);
    const results = this.watches.map((watch) => watch.see(exchange));
    const series = this.series.seeExchange(exchange);
    const touched = results.flatMap((result) => result.touched);
    this.note({
      type: 'exchange',
      exchange,
      touched: series.judged ? [...touched, seriesRequirement] : touched,
    });
    this.#noteCreated(exchange);
    this.#held.push(...results.flatMap(({ findings }) => findings), ...series.findings);
  }

  /**
   * Records the findings of the preparation, only if a load is possible, because a rejected key is not a fault of the
   * service.
   */
  release(): void {
    for (const finding of this.#held.splice(0)) {
      this.note({ type: 'finding', finding });
    }
  }

  note(event: RunEvent): void {
    if (event.type === 'exchange') {
      for (const requirement of event.touched) {
        this.touched.add(requirement);
      }
    }
    this.#record(event);
  }

  #noteCreated(exchange: Exchange): void {
    const created = animalCreated(exchange);
    if (created !== null) {
      this.created += 1;
      this.note(created);
    }
  }
}
