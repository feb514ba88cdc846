import type { Notes } from './notes.ts';
import type { WatchObservation } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

/** Judges one concern on every exchange. */
export interface Watcher {
  /** The ids that it decides. */
  readonly requirements: readonly string[];
  see(watched: WatchedExchange, notes: Notes): void;
  /** What the traffic so far did not reach of one of its requirements. */
  unreached(requirement: string): readonly string[];
  observations?(): readonly WatchObservation[];
}
