import { isDetoured, type Transport } from '../../target/transport.ts';
import type { BurstLedger } from '../quota-wire.ts';
import { autocannonBurst, type BurstParts, type BurstRequest, undiciBurst } from './burst.ts';
import type { ConnectionSet } from './connection-set.ts';

/**
 * autocannon prepares all requests of a burst in memory, about 2 kB each; undici creates each one just before sending.
 */
const mostByAutocannon = 20_000;

interface EngineOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly nextConnection: () => number;
}

/** Carries out bursts: by autocannon where its counts are exact, otherwise and after lost responses by undici. */
export class BurstEngine {
  readonly #options: EngineOptions;
  readonly #connections: ConnectionSet;
  /** Whether autocannon can't be used for this target, or lost responses of a burst. */
  #autocannonFailed: boolean;
  #stopBurst: () => void = () => {};

  constructor(options: EngineOptions, connections: ConnectionSet) {
    const base = new URL(options.baseUrl);
    this.#options = options;
    this.#connections = connections;
    this.#autocannonFailed =
      base.protocol === 'https:' || isDetoured(options.transport) || base.hostname.startsWith('[');
  }

  /** Never rejects. */
  async carryOut<Request extends BurstRequest>(parts: BurstParts<Request>): Promise<BurstLedger> {
    const isByUndici = this.#autocannonFailed || parts.size > mostByAutocannon;
    const ledger = isByUndici
      ? await undiciBurst(parts, this.#connections)
      : await autocannonBurst(parts, { ...this.#options, base: new URL(this.#options.baseUrl) }, (stop) => {
          this.#stopBurst = stop;
        });
    this.#autocannonFailed ||= !isByUndici && ledger.unanswered > 0;
    return ledger;
  }

  stop(): void {
    this.#stopBurst();
    this.#connections.abort('the run was stopped');
  }
}
