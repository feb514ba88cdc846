import { type ConnectionOptions, HttpConnection } from '../../target/http-connection.ts';
import { isDetoured } from '../../target/transport.ts';
import type { WireOutcome, WireRequest } from '../../target/wire-exchange.ts';
import type { BurstLedger } from '../quota-wire.ts';
import { autocannonBurst, type BurstParts, undiciBurst } from './burst.ts';
import type { SentRequest } from './request-maker.ts';

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

/**
 * Deals a burst out over the engines of all places, which start together, or of one place. Requests are dealt in turn, so
 * that every place gets some from each part of the burst; connections and refusals in equal parts.
 *
 * @param engines that of the base URL first
 * @param enter receives the number of the place with each outcome
 */
export async function burstFromPlaces(
  engines: readonly BurstEngine[],
  { size, requestAt, connections, mostRefused, stopped }: Omit<BurstParts, 'enter'>,
  enter: (sent: SentRequest, outcome: WireOutcome, place: number) => void,
  place?: number,
): Promise<BurstLedger> {
  const chosen = engines
    .map((engine, number) => ({ engine, number }))
    .filter(({ number }) => place === undefined || number === place);
  const count = Math.min(chosen.length, size, connections);
  const ledgers = await Promise.all(
    chosen.slice(0, count).map(({ engine, number }, turn) => {
      const part = partOf(size, turn, count);
      return engine.carryOut({
        size: part,
        requestAt: (position) => requestAt(turn + position * count),
        connections: Math.min(part, partOf(connections, turn, count)),
        mostRefused: Math.max(1, partOf(mostRefused, turn, count)),
        stopped,
        enter: (sent, outcome) => enter(sent, outcome, number),
      });
    }),
  );
  return ledgerOf(ledgers);
}

/** One of equal parts of a whole number; the first parts include the remainder. */
export function partOf(whole: number, turn: number, count: number): number {
  return Math.floor(whole / count) + (turn < whole % count ? 1 : 0);
}

/** The ledger of the whole burst. Its engine is autocannon if autocannon lost responses anywhere. */
function ledgerOf(ledgers: readonly BurstLedger[]): BurstLedger {
  const sum = (figure: (ledger: BurstLedger) => number) =>
    ledgers.reduce((total, ledger) => total + figure(ledger), 0);
  const isCannon = ({ engine }: BurstLedger) => engine === 'autocannon';
  const lossy = ledgers.some((ledger) => isCannon(ledger) && ledger.unanswered > 0);
  return {
    engine: lossy || ledgers.every(isCannon) ? 'autocannon' : 'undici',
    asked: sum(({ asked }) => asked),
    sent: sum(({ sent }) => sent),
    answered: sum(({ answered }) => answered),
    unanswered: sum(({ unanswered }) => unanswered),
    connections: sum(({ connections }) => connections),
  };
}

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
