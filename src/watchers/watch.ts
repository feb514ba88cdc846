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
  /** Why a requirement is undecided, whatever else was seen. */
  undecided?(requirement: string): readonly string[];
  observations(): readonly WatchObservation[];
}

/** An observed behaviour, which can't fail. */
export interface WatchObservation {
  readonly requirement: string;
  readonly text: string;
  readonly exchanges: readonly number[];
}

/** Judges one concern on every exchange. */
export type Rule = (watched: WatchedExchange, notes: Notes) => void;

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

  /**
   * The exchange violates a requirement if there is a deviation, and is evidence for it otherwise, unless it can show
   * nothing but a violation.
   */
  judge(requirement: string, deviation: Deviation | null, { isEvidence = true } = {}): void {
    if (isEvidence || deviation !== null) {
      this.touch(requirement);
    }
    if (deviation !== null) {
      this.findings.push({ requirement, exchange: this.#exchange, related: [], ...deviation });
    }
  }

  /** As `judge`, of an exchange that can show nothing but a violation. */
  report(requirement: string, deviation: Deviation | null): void {
    this.judge(requirement, deviation, { isEvidence: false });
  }

  /** The exchange shows behaviour that the interface document leaves open. */
  observe(requirement: string, text: string): void {
    this.touch(requirement);
    this.observed.push([requirement, text]);
  }

  touch(requirement: string): void {
    if (!this.touched.includes(requirement)) {
      this.touched.push(requirement);
    }
  }
}
