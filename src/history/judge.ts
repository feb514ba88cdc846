import type { Exchange } from '../exchange/exchange.ts';
import type { JsonValue } from '../json/exact-json.ts';
import type { Notes } from '../watchers/notes.ts';
import type { AnimalHistory } from './animal-history.ts';

/** An answered exchange, as the judges of the history see it. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  readonly status: number;
  /** The response's body as exact JSON, or `undefined` where it is none. */
  readonly json: JsonValue | undefined;
}

/** Reads one kind of exchange against what is known of the store, and adds to that. */
export type Judge = (judged: JudgedExchange, history: AnimalHistory, notes: Notes) => void;
