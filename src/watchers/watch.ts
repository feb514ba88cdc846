import type { Exchange } from '../exchange/exchange.ts';
import type { Finding } from '../verdict/finding.ts';
import type { Notes } from './notes.ts';
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
  see(watched: WatchedExchange, notes: Notes): void;
  /** The traffic that one of its requirements still lacks. */
  unreached(requirement: string): readonly string[];
  observations?(): readonly WatchObservation[];
}
