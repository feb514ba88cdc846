import type { Exchange, Operation } from '../exchange/exchange.ts';

/** The number of exchanges that are always kept of each operation and status. */
const firstOfAKind = 3;
/** The maximum number of exchanges that are kept for a deviation, and for all together. */
const mostOfADeviation = 5;
const mostDeviating = 500;
/** The size of the random sample of the whole load, in exchanges. */
const drawn = 20;

/** The properties that distinguish kinds of responses. */
interface OfAKind {
  readonly request: { readonly operation: Operation };
  readonly status: number;
}

/**
 * Which exchanges of a load are kept as evidence: the first of each kind, some for each deviation with the first of
 * each operation, and a few from all over it (algorithm R of reservoir sampling). Never more than a fixed number,
 * however long the load lasts.
 */
export class EvidenceSample {
  readonly #random: () => number;
  readonly #seenOfAKind: Readonly<Record<Operation, Map<number, number>>> = {
    listPets: new Map(),
    createPet: new Map(),
    getPet: new Map(),
  };
  readonly #keptOfADeviation = new Map<string, { count: number; readonly operations: Set<Operation> }>();
  readonly #reservoir: (Exchange | null)[] = [];
  #deviating = 0;
  #seen = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether this response is one of the first of its operation and status; call once per response. */
  isFirstOfAKind({ request, status }: OfAKind): boolean {
    const ofOperation = this.#seenOfAKind[request.operation];
    const seen = ofOperation.get(status) ?? 0;
    if (seen < firstOfAKind) {
      ofOperation.set(status, seen + 1);
    }
    return seen < firstOfAKind;
  }

  /**
   * Whether another exchange is kept for a deviation that was seen again. The first of each operation is, so that a
   * waiver of one operation never covers what another one showed too.
   */
  keepsDeviation(deviation: string, operation: Operation): boolean {
    const kept = this.#keptOfADeviation.get(deviation) ?? { count: 0, operations: new Set<Operation>() };
    const isNew = !kept.operations.has(operation);
    if (!isNew && (kept.count >= mostOfADeviation || this.#deviating >= mostDeviating)) {
      return false;
    }
    kept.operations.add(operation);
    kept.count += 1;
    this.#keptOfADeviation.set(deviation, kept);
    this.#deviating += 1;
    return true;
  }

  /** The position of this response in the sample, or -1; call once per response. */
  draw(): number {
    this.#seen += 1;
    const place = this.#seen <= drawn ? this.#seen - 1 : Math.floor(this.#random() * this.#seen);
    return place < drawn ? place : -1;
  }

  put(place: number, exchange: Exchange): void {
    this.#reservoir[place] = exchange;
  }

  /** The random sample so far, in the order of numbers. */
  get drawnExchanges(): readonly Exchange[] {
    return this.#reservoir
      .filter((exchange) => exchange !== null && exchange !== undefined)
      .sort((left, right) => left.number - right.number);
  }
}
