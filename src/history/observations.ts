import type { WatchObservation } from '../watchers/watch.ts';

/** Bounds on what is remembered of hostile or endless traffic. */
const mostTexts = 10;
const mostExchanges = 5;

/** What a run has seen of behaviour that the document leaves open, by requirement, each text once. */
export class Observations {
  readonly #texts = new Map<string, Map<string, number[]>>();

  note(requirement: string, text: string, exchange: number): void {
    const texts = this.#texts.get(requirement) ?? new Map<string, number[]>();
    this.#texts.set(requirement, texts);
    const exchanges = texts.get(text);
    if (exchanges === undefined && texts.size < mostTexts) {
      texts.set(text, [exchange]);
    } else if (exchanges !== undefined && exchanges.length < mostExchanges) {
      exchanges.push(exchange);
    }
  }

  /** @param unchanged the text that a requirement's other texts make untrue, by the requirement's id */
  all(unchanged: ReadonlyMap<string, string>): readonly WatchObservation[] {
    return [...this.#texts].flatMap(([requirement, texts]) =>
      [...texts]
        .filter(([text]) => texts.size === 1 || text !== unchanged.get(requirement))
        .map(([text, exchanges]) => ({ requirement, text, exchanges })),
    );
  }
}
