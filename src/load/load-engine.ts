import type { NewPet } from '../arbitraries/new-pet.ts';
import type { Operation } from '../exchange/exchange.ts';
import { type ListQuery, noQuery, readListQuery } from '../exchange/request-description.ts';
import type { CannonOutcome } from '../target/autocannon-client.ts';
import type { CallerFields } from '../target/caller-fields.ts';
import type { OutgoingRequest } from '../target/target.ts';
import type { Transport } from '../target/transport.ts';
import type { LoadLedger } from './load-ledger.ts';
import type { Shard } from './shards/shard-plan.ts';
import type { Traffic } from './traffic.ts';

export interface LoadRequest {
  readonly operation: Operation;
  readonly outgoing: OutgoingRequest;
  readonly body: Buffer | null;
  /** The animal of a creation, which a correct response repeats, or `null`. */
  readonly sent: NewPet | null;
  /** The query of a list. */
  readonly query: ListQuery;
  /** The last body of a 200 or 201 to it in which the full watch saw no deviation. */
  passedBody: Buffer | null;
}

/** Creates a request from its wire format. */
export function loadRequest(
  operation: Operation,
  outgoing: OutgoingRequest,
  sent: NewPet | null = null,
): LoadRequest {
  const { body, target } = outgoing;
  const mark = target.indexOf('?');
  return {
    operation,
    query: mark === -1 ? noQuery : readListQuery(target.slice(mark + 1)),
    outgoing,
    body: body === null ? null : Buffer.from(body),
    sent,
    passedBody: null,
  };
}

/** The result of one request of a load from an engine. Times are in ms of the run's clock. */
export interface LoadAnswer extends CannonOutcome {
  readonly request: LoadRequest;
  /** Its number in the run: 1, 2, … as the requests were started. */
  readonly number: number;
  /** The scheduled start; in a closed loop, the actual one. */
  readonly intendedAtMs: number;
  /** The header block that was sent, in the form of undici: the request line, then one line per field. */
  readonly headerBlock: string;
  readonly traceparent: string;
}

/** The common options of all engines of a load. */
export interface EngineParts {
  readonly base: URL;
  readonly transport: Transport;
  readonly caller: CallerFields;
  readonly traffic: Traffic;
  /** The connections of this shard, and of the whole load. */
  readonly connections: number;
  readonly allConnections: number;
  readonly shard: Shard;
  /** The time limit for a connection, and for one response, in ms. */
  readonly timeoutMs: number;
  /** The run's clock, in ms. */
  readonly now: () => number;
  readonly nextNumber: () => number;
  readonly nextConnection: () => number;
  readonly ledger: LoadLedger;
  /** The time after which nothing is started, in ms of the run's clock. */
  readonly untilMs: number;
  /** Ends the load immediately and withdraws the requests in flight. */
  readonly signal: AbortSignal;
}
