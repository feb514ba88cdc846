import type { Exchange } from '../../exchange/exchange.ts';
import type { Redactor, Secret } from '../../secrets/redaction.ts';
import type { Caller } from '../../target/caller-fields.ts';
import type { ExchangeNumbers } from '../../target/exchange-numbers.ts';
import type { Transport } from '../../target/transport.ts';
import type { Timeline } from '../timeline.ts';

/** Where one part of a burst goes. */
export interface WirePlace {
  readonly baseUrl: string;
  readonly transport: Transport;
}

export interface QuotaWireOptions extends Caller {
  /** Absolute http(s) URL without query or fragment. */
  readonly baseUrl: string;
  /** Milliseconds for making a connection, and again for one answer. */
  readonly timeoutMs: number;
  /** How connections are made, and what every request carries (`directTransport`). */
  readonly transport?: Transport;
  /** By N of `quota-key-N`; 0 is the key of the run. */
  readonly keys: ReadonlyMap<number, Secret>;
  readonly redactor: Redactor;
  /** The value of `performance.now()` that all times count from. */
  readonly clockOriginMs: number;
  /** Shared by all clients of the run. */
  readonly numbers: ExchangeNumbers;
  /** A plain name that no other request of the run has. */
  readonly nextName: () => string;
  /** An existing category; `null` if none is known, so nothing can be created. */
  readonly categoryId: bigint | null;
  /** The timeline to continue (an empty one). */
  readonly timeline?: Timeline;
  /** Called with the first exchanges of the plan and with the unusual ones, in the order in which they ended. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Further addresses of the service, over which bursts are dealt out too, with the path of `baseUrl` (none). */
  readonly places?: readonly WirePlace[];
  /** Called when a wait of 250 ms or more begins. */
  readonly onWait?: (wait: { readonly reason: string; readonly durationMs: number }) => void;
  /** Aborts every exchange in flight and rejects further ones; its reason is a `RunStopped` (never aborted). */
  readonly stopped?: AbortSignal;
}
