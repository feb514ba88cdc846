import { type ConnectionOptions, HttpConnection } from '../../target/http-connection.ts';
import type { WireOutcome, WireRequest } from '../../target/wire-exchange.ts';

/** The idle time after which a server may close a connection while a request is in flight. */
const freshAfterMs = 2000;

interface Slot {
  readonly connection: HttpConnection;
  usedAtMs: number;
}

/** Connections that are kept between requests for as long as no server is likely to close them. */
export class ConnectionSet {
  readonly #options: ConnectionOptions;
  readonly #slots: Slot[] = [];

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Sends over the connection of that number, counted from 0. Never rejects; one request at a time. */
  async exchange(slot: number, request: WireRequest): Promise<WireOutcome> {
    const used = await this.#fresh(slot);
    const outcome = await used.connection.exchange(request);
    used.usedAtMs = this.#options.now();
    return outcome;
  }

  /** Opens the first `count` of them. */
  async open(count: number): Promise<void> {
    const opening = Array.from({ length: count }, async (_, index) => {
      const slot = await this.#fresh(index);
      await slot.connection.open();
      slot.usedAtMs = this.#options.now();
    });
    await Promise.all(opening);
  }

  abort(detail: string): void {
    for (const { connection } of this.#slots) {
      connection.abort({ code: 'interrupted', detail });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map(({ connection }) => connection.destroy()));
  }

  async #fresh(index: number): Promise<Slot> {
    const now = this.#options.now();
    const slot = this.#slots[index] ?? {
      connection: new HttpConnection(this.#options),
      usedAtMs: now,
    };
    this.#slots[index] = slot;
    if (now - slot.usedAtMs > freshAfterMs) {
      await slot.connection.destroy();
    }
    return slot;
  }
}
