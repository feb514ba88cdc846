import type { ExchangeFailure } from '../../exchange/exchange.ts';
import type { WireOutcome, WireRequest } from '../../target/wire-exchange.ts';
import { type BurstLedger, GeneratorLost } from '../quota-wire.ts';
import type { SentRequest } from '../wire/request-maker.ts';
import type { BurstLender, LentBurst, PlacedSpan } from '../wire/wire-options.ts';
import { type BurstOrder, type BurstReturn, burstBounds } from './burst-message.ts';
import { type GeneratorAccess, GeneratorClient, GeneratorProblem } from './generator-client.ts';
import { widenedSpan } from './place-clock.ts';

/** Readings of each clock before and after a burst. */
const readings = 6;
/** How far ahead all places start: this, and the time of the messages. */
const leadMs = 60;
const waysOfLead = 4;
/** The estimated bandwidth, for the time of a message. */
const bytesPerMs = 2_000;

/** A share of a burst, and the generator that carries it out. */
interface Share {
  readonly client: GeneratorClient;
  /** From 1 on. */
  readonly number: number;
  readonly requests: readonly SentRequest[];
  readonly wires: readonly WireRequest[];
  readonly connections: number;
  readonly mostRefused: number;
}

interface PlacedEntry {
  readonly sent: SentRequest;
  readonly outcome: WireOutcome;
  readonly span: PlacedSpan;
}

/** Divides bursts among generators, which start together; one burst at a time over all plans. */
export class LentBursts implements BurstLender {
  readonly #clients: readonly GeneratorClient[];
  readonly #nextConnection: () => number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(access: GeneratorAccess, nextConnection: () => number) {
    this.#clients = access.urls.map((url) => new GeneratorClient(url, access));
    this.#nextConnection = nextConnection;
  }

  get places(): readonly string[] {
    return this.#clients.map(({ url }) => url);
  }

  lend(burst: LentBurst, place?: number): Promise<BurstLedger> {
    const lending = this.#last.then(() => this.#lend(burst, place));
    this.#last = lending.catch(() => {});
    return lending;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async #lend(burst: LentBurst, place: number | undefined): Promise<BurstLedger> {
    burst.signal.throwIfAborted();
    const chosen = this.#clients
      .map((client, index) => ({ client, number: index + 1 }))
      .filter(({ number }) => place === undefined || number === place);
    const shares = dealt(burst, chosen);
    await this.#readClocks(shares, burst);
    const lentAtMs = burst.now();
    const startAtMs = lentAtMs + leadOf(shares);
    const ended = await Promise.all(shares.map((share) => this.#carryOut(share, burst, startAtMs)));
    const returnedAtMs = burst.now();
    const afterwards = await this.#readClocks(shares, burst).catch((error: unknown) =>
      burst.signal.aborted ? undefined : asLost(error),
    );
    const times = { lentAtMs, returnedAtMs };
    const entries = shares.flatMap((share, index) => this.#entriesOf(share, ended[index], times));
    entries.sort((one, other) => one.span.answeredAtMs - other.span.answeredAtMs);
    for (const { sent, outcome, span } of entries) {
      burst.enter(sent, outcome, span);
    }
    burst.signal.throwIfAborted();
    for (const [index, end] of ended.entries()) {
      if (end instanceof GeneratorProblem) {
        throw lostText(shares[index]?.client.url ?? '', end);
      }
    }
    if (afterwards instanceof GeneratorLost) {
      throw afterwards;
    }
    return ledgerOf(ended.filter((end): end is BurstReturn => !(end instanceof GeneratorProblem)));
  }

  async #readClocks(shares: readonly Share[], { now, signal }: LentBurst): Promise<void> {
    await Promise.all(
      shares.map(async ({ client }) => {
        await client.readClock(readings, now, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          throw lostText(client.url, error);
        });
      }),
    );
  }

  async #carryOut(
    share: Share,
    { signal, timeoutMs }: LentBurst,
    startAtMs: number,
  ): Promise<BurstReturn | GeneratorProblem> {
    const { client, connections, mostRefused, wires } = share;
    const order: BurstOrder = {
      startAtMs: startAtMs + client.clock.estimateMs,
      connections,
      mostRefused,
      timeoutMs: Math.min(timeoutMs, burstBounds.timeoutMs),
      requests: wires,
    };
    return await client.carryOut(order, signal).catch((error: unknown) => {
      if (error instanceof GeneratorProblem) {
        return error;
      }
      throw error;
    });
  }

  /** A request without an outcome may have been sent at any time in between. */
  #entriesOf(
    { client, number, requests }: Share,
    end: BurstReturn | GeneratorProblem | undefined,
    times: { readonly lentAtMs: number; readonly returnedAtMs: number },
  ): PlacedEntry[] {
    const connections = new Map<number, number>();
    const ownNumber = (theirs: number): number => {
      const known = connections.get(theirs) ?? (theirs === 0 ? 0 : this.#nextConnection());
      connections.set(theirs, known);
      return known;
    };
    if (end === undefined || end instanceof GeneratorProblem) {
      const why = end?.message ?? 'returned nothing';
      const outcome = unreturned(times, { code: 'other', detail: `the generator ${client.url} ${why}` });
      const span = { generator: number, ...spanBetween(times) };
      return requests.map((sent) => ({ sent, outcome, span }));
    }
    return end.outcomes.map(({ position, outcome }) => {
      const theirs = {
        sentAtMs: outcome.sentAtMs,
        answeredAtMs: outcome.headersAtMs ?? outcome.finishedAtMs,
      };
      const span = widenedSpan(client.clock, theirs, times);
      // The best estimate, for the record of the exchange: half of the widening is before the start.
      const movedMs = span.sentAtMs + span.clockMs / 2 - theirs.sentAtMs;
      return {
        sent: requests[position] as SentRequest,
        outcome: {
          ...outcome,
          sentAtMs: outcome.sentAtMs + movedMs,
          headersAtMs: outcome.headersAtMs === null ? null : outcome.headersAtMs + movedMs,
          finishedAtMs: outcome.finishedAtMs + movedMs,
          connection: ownNumber(outcome.connection),
        },
        span: { generator: number, ...span },
      };
    });
  }
}

/** In turn, so that every place gets requests from each part of the burst; connections and refusals in equal parts. */
function dealt(
  burst: LentBurst,
  places: readonly { readonly client: GeneratorClient; readonly number: number }[],
): Share[] {
  const { size, requestAt, connections, mostRefused } = burst;
  const count = Math.min(places.length, size, connections);
  return places.slice(0, count).map((place, turn) => {
    const requests: SentRequest[] = [];
    for (let position = turn; position < size; position += count) {
      requests.push(requestAt(position));
    }
    return {
      ...place,
      requests,
      wires: requests.map(({ wire }) => wire),
      connections: Math.min(requests.length, burstBounds.connections, partOf(connections, turn, count)),
      mostRefused: Math.max(1, partOf(mostRefused, turn, count)),
    };
  });
}

/** One of equal parts of a whole number; the first parts include the remainder. */
function partOf(whole: number, turn: number, count: number): number {
  return Math.floor(whole / count) + (turn < whole % count ? 1 : 0);
}

function leadOf(shares: readonly Share[]): number {
  const bytes = Math.max(...shares.map(({ wires }) => bytesOf(wires)));
  const way = Math.max(...shares.map(({ client }) => client.clock.quickestMs));
  return Math.min(burstBounds.startMs / 2, leadMs + waysOfLead * way + bytes / bytesPerMs);
}

function bytesOf(wires: readonly WireRequest[]): number {
  return wires.reduce((total, { path, headers, body }) => {
    return (
      total + 60 + path.length + headers.join('').length + 3 * headers.length + 1.4 * (body?.length ?? 0)
    );
  }, 0);
}

function spanBetween({ lentAtMs, returnedAtMs }: { lentAtMs: number; returnedAtMs: number }) {
  return { sentAtMs: lentAtMs, answeredAtMs: returnedAtMs, clockMs: returnedAtMs - lentAtMs };
}

function unreturned(
  { lentAtMs, returnedAtMs }: { readonly lentAtMs: number; readonly returnedAtMs: number },
  failure: ExchangeFailure,
): WireOutcome {
  return {
    sentAtMs: lentAtMs,
    headersAtMs: null,
    finishedAtMs: returnedAtMs,
    connection: 0,
    reused: false,
    receivedBytes: 0,
    headerBlock: '',
    answer: null,
    failure,
  };
}

/** The ledger of the whole burst. Its engine is autocannon if autocannon lost responses anywhere. */
function ledgerOf(parts: readonly BurstReturn[]): BurstLedger {
  const ledgers = parts.map(({ ledger }) => ledger);
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

function lostText(url: string, error: unknown): GeneratorLost {
  return new GeneratorLost(`the generator ${url} ${error instanceof Error ? error.message : 'failed'}`);
}

function asLost(error: unknown): GeneratorLost {
  if (error instanceof GeneratorLost) {
    return error;
  }
  throw error;
}
