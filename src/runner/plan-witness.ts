import type { Exchange } from '../exchange/exchange.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { Watch } from '../watchers/watch.ts';
import { animalCreated } from './animal-created.ts';
import { describeRefusalBody } from './refusal-body.ts';

/** Kinds of bodies that are remembered: a service may have any number. */
const mostKinds = 8;

/** Shows the exchanges of one plan's measurement to a watch of their own and records them with what it says. */
export class PlanWitness {
  readonly #watch: Watch;
  readonly #record: (event: RunEvent) => void;
  readonly #bodies = new Map<string, number>();

  constructor(watch: Watch, record: (event: RunEvent) => void) {
    this.#watch = watch;
    this.#record = record;
  }

  readonly see = (exchange: Exchange): void => {
    const { findings, touched } = this.#watch.see(exchange);
    this.#record({ type: 'exchange', exchange, touched });
    const created = animalCreated(exchange);
    if (created !== null) {
      this.#record(created);
    }
    for (const finding of findings) {
      this.#record({ type: 'finding', finding });
    }
    this.#noteBody(exchange);
  };

  /** The kinds of bodies that 429s had, each with the exchange that showed it first. */
  get refusalBodies(): ReadonlyMap<string, number> {
    return this.#bodies;
  }

  #noteBody({ number, response, failure }: Exchange): void {
    if (response?.status === 429 && failure === null && this.#bodies.size < mostKinds) {
      const kind = describeRefusalBody(response);
      this.#bodies.set(kind, this.#bodies.get(kind) ?? number);
    }
  }
}
