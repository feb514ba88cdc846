import type { LoadAnswer, LoadRequest, LoadSink } from './load-engine.ts';
import type { LoadLedger } from './load-ledger.ts';
import type { LoadBounds, LoadPlan } from './load-plan.ts';

/** The bounds of a load, and further listeners. */
export interface BoundedSinkParts {
  readonly plan: Pick<LoadPlan, 'maxCreations'>;
  readonly bounds: LoadBounds;
  /** Receives the start and the result of each request. */
  readonly onStart: (atMs: number) => void;
  readonly onAnswer: (answer: LoadAnswer) => void;
}

/** Records the requests of engines in the ledger, and ends the load at a bound. */
export class BoundedSink implements LoadSink {
  readonly #ledger: LoadLedger;
  readonly #parts: BoundedSinkParts;
  readonly #stop = new AbortController();
  #endedBy: string | null = null;
  #starts = 0;
  #creations = 0;

  constructor(ledger: LoadLedger, parts: BoundedSinkParts) {
    this.#ledger = ledger;
    this.#parts = parts;
  }

  /** Aborted at a bound. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The bound that was reached, or `null`. */
  get endedBy(): string | null {
    return this.#endedBy;
  }

  started(request: LoadRequest, intendedAtMs: number, atMs: number): void {
    const { bounds, plan, onStart } = this.#parts;
    this.#ledger.started(request, intendedAtMs, atMs);
    onStart(atMs);
    this.#starts += 1;
    if (bounds.total !== null && this.#starts >= bounds.total) {
      this.#end(`the allowance of the key for the day, ${bounds.total} requests, is used up`);
    }
    this.#creations += request.operation === 'createPet' ? 1 : 0;
    if (this.#creations >= bounds.creations) {
      const most = plan.maxCreations.toLocaleString('en');
      this.#end(`it started the ${most} creations that it may: raise --max-creations, or pass --read-only`);
    }
  }

  missed(request: LoadRequest, intendedAtMs: number, atMs: number): void {
    this.#ledger.missed(request, intendedAtMs, atMs);
  }

  repeated(): void {
    this.#ledger.repeated += 1;
  }

  withdrawn(request: LoadRequest, intendedAtMs: number): void {
    this.#ledger.withdrawn(request, intendedAtMs);
  }

  ended(answer: LoadAnswer): void {
    const { refusedInARow } = this.#parts.bounds;
    this.#ledger.ended(answer);
    this.#parts.onAnswer(answer);
    if (refusedInARow !== null && this.#ledger.refusedInARow >= refusedInARow) {
      this.#end(
        `${refusedInARow} requests in a row were refused with 429 within the allowance: another client may use the key (pass --beyond-limit to continue anyway)`,
      );
    }
  }

  #end(reason: string): void {
    if (this.#endedBy === null) {
      this.#endedBy = reason;
      this.#stop.abort();
    }
  }
}
