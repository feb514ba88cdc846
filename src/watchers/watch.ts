import type { Exchange } from '../exchange/exchange.ts';
import type { Deviation, Finding } from '../verdict/finding.ts';
import type { WatchedExchange } from './watched-exchange.ts';

/** The inputs of the watchers besides the exchanges. */
export interface WatchContext {
  /** The limits of the plan of the key `api-key`, if the user stated its plan. */
  readonly planLimit: { readonly perMinute: number; readonly perDay: number } | null;
  /** How long the target's minute and day last, in ms. */
  readonly minuteMs: number;
  readonly dayMs: number;
}

export interface WatchResult {
  readonly findings: readonly Finding[];
  /** The watched requirements that this exchange is evidence for. */
  readonly touched: readonly string[];
}

/** A fold over the exchanges of a run: no clock, no socket. */
export interface Watch {
  /** Judges one exchange; exchanges come in the order in which they finished. */
  see(exchange: Exchange): WatchResult;
  /** The missing traffic, such as `401 of getPet`; empty if the requirement could be decided. */
  unreached(requirement: string): readonly string[];
  observations(): readonly WatchObservation[];
}

/** A behaviour that was seen and can't fail. */
export interface WatchObservation {
  readonly requirement: string;
  readonly text: string;
  readonly exchanges: readonly number[];
}

/** Judges one concern on every exchange. */
export interface Watcher {
  readonly requirements: readonly string[];
  /** Whether only responses with a status of 400 and above concern it. */
  readonly onlyErrors?: boolean;
  see(watched: WatchedExchange, notes: Notes): void;
  /** The traffic that one of its requirements still lacks. */
  unreached(requirement: string): readonly string[];
  observations?(): readonly WatchObservation[];
}

/** The results of the watchers for one exchange. */
export class Notes {
  readonly findings: Finding[] = [];
  /** The requirements that the exchange is evidence for, each once. */
  readonly touched: string[] = [];
  readonly observed: (readonly [requirement: string, text: string])[] = [];
  readonly #exchange: number;

  constructor(exchange: number) {
    this.#exchange = exchange;
  }

  /** The exchange is evidence for a requirement, and violates it if there is a deviation. */
  judge(requirement: string, deviation: Deviation | null): void {
    this.touch(requirement);
    if (deviation !== null) {
      this.findings.push({ requirement, exchange: this.#exchange, related: [], ...deviation });
    }
  }

  /** The exchange shows behaviour that the interface document leaves open. */
  observe(requirement: string, text: string): void {
    this.touch(requirement);
    this.observed.push([requirement, text]);
  }

  /** A loop, since most are new here, and `includes` compares the characters of those that are equally long. */
  touch(requirement: string): void {
    for (const known of this.touched) {
      if (known === requirement) {
        return;
      }
    }
    this.touched.push(requirement);
  }
}

/** The kinds of traffic that a requirement can't be decided without. */
export class Needs {
  /** The number of each that decided nothing. */
  readonly #missing: Map<string, number>;

  /** @param kinds descriptions, such as `404 of getPet` */
  constructor(kinds: readonly string[]) {
    this.#missing = new Map(kinds.map((kind) => [kind, 0]));
  }

  /** Counts a received exchange, whether or not it decides anything. */
  notice(kind: string): void {
    const count = this.#missing.get(kind);
    if (count !== undefined) {
      this.#missing.set(kind, count + 1);
    }
  }

  /** Nearly always reached before, which is quicker to look up than to delete. */
  reach(kind: string): void {
    if (this.#missing.has(kind)) {
      this.#missing.delete(kind);
    }
  }

  get missing(): readonly string[] {
    return [...this.#missing.keys()];
  }

  /** Like above with a required form: `404 of getPet as a readable Error (3 received, none was)`. */
  missingAs(form: string): readonly string[] {
    return [...this.#missing].map(([kind, count]) =>
      count === 0 ? kind : `${kind} as ${form} (${count} received, none was)`,
    );
  }
}
