import type { ConnectionOptions } from '../../target/http-connection.ts';
import { isDetoured } from '../../target/transport.ts';
import type { BurstLedger } from '../quota-wire.ts';
import { autocannonBurst, type BurstParts, undiciBurst } from './burst.ts';
import { ConnectionSet } from './connection-set.ts';

/**
 * autocannon prepares all requests of a burst in memory, about 2 kB each; undici creates each one just before sending.
 */
const mostByAutocannon = 20_000;

/** Carries out bursts at one place: by autocannon where its counts are exact, otherwise and after lost responses by undici. */
export class BurstEngine {
  readonly connections: ConnectionSet;
  readonly #options: ConnectionOptions;
  /** Whether autocannon can't be used for this target, or lost responses of a burst. */
  #autocannonFailed: boolean;
  #stopBurst: () => void = () => {};

  constructor(options: ConnectionOptions) {
    const { base, transport } = options;
    this.#options = options;
    this.connections = new ConnectionSet(options);
    this.#autocannonFailed =
      base.protocol === 'https:' || isDetoured(transport) || base.hostname.startsWith('[');
  }

  /** Never rejects. */
  async carryOut(parts: BurstParts): Promise<BurstLedger> {
    const isByUndici = this.#autocannonFailed || parts.size > mostByAutocannon;
    const { base, timeoutMs, now, nextNumber } = this.#options;
    const ledger = isByUndici
      ? await undiciBurst(parts, this.connections)
      : await autocannonBurst(parts, { base, timeoutMs, now, nextConnection: nextNumber }, (stop) => {
          this.#stopBurst = stop;
        });
    this.#autocannonFailed ||= !isByUndici && ledger.unanswered > 0;
    return ledger;
  }

  stop(): void {
    this.#stopBurst();
    this.connections.abort('the run was stopped');
  }
}
