import type { Operation } from '../../../../src/exchange/exchange.ts';

/** A request as it comes to the limiter of a simulated service. */
export interface ServiceRequest {
  /** N of `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly connection: number;
  readonly operation: Operation;
  /** Whether it asks for an animal that isn't there. */
  readonly missing: boolean;
  /** The place that sent it, from 1 on; absent or 0 for the run itself. */
  readonly place?: number;
  /** When it is decided on, by the server's clock, in ms since 1970. */
  readonly atMs: number;
}

/** The status and the header fields of an answer, as they stand on the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
  readonly retryAfter: string | null;
  /** Whether the request added an animal, whatever its answer says. */
  readonly addsAnimal: boolean;
}

/** Answers requests; their times never decrease from call to call. */
export type Service = (request: ServiceRequest) => ServiceAnswer;
