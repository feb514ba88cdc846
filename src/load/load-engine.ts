import type { Transport } from '../target/transport.ts';
import type { LoadAnswer } from './load-answer.ts';
import type { LoadRequest } from './load-request.ts';
import type { Traffic } from './traffic.ts';

/** Told everything that an engine does. */
export interface LoadSink {
  /** A request was started. @param intendedAtMs when it was to be */
  started(request: LoadRequest, intendedAtMs: number, atMs: number): void;
  /** A request could not be started, since every connection was busy. @param atMs when that was seen */
  missed(request: LoadRequest, intendedAtMs: number, atMs: number): void;
  /** A request was sent again, since the kept connection under it was closed. */
  repeated(): void;
  /** A request that was started came to nothing by our own doing. */
  withdrawn(request: LoadRequest, intendedAtMs: number): void;
  ended(answer: LoadAnswer): void;
}

/** What all engines of a load have in common. */
export interface EngineParts {
  readonly base: URL;
  readonly transport: Transport;
  /** Names and values of the fields that every request carries besides its own. */
  readonly commonHeaders: readonly (readonly [name: string, value: string])[];
  readonly traffic: Traffic;
  readonly connections: number;
  /** Milliseconds for making a connection, and again for one answer. */
  readonly timeoutMs: number;
  /** The run's clock, in ms. */
  readonly now: () => number;
  readonly nextNumber: () => number;
  readonly nextConnection: () => number;
  readonly traceparent: (number: number) => string;
  readonly sink: LoadSink;
  /** When no more is started, in ms of the run's clock. */
  readonly untilMs: number;
  /** Ends the load at once: what is under way is withdrawn. */
  readonly signal: AbortSignal;
}
