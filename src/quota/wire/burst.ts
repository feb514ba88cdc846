import autocannon from 'autocannon';
import { pairs } from '../../exchange/headers.ts';
import {
  AutocannonClient,
  type CannonOutcome,
  type CannonParts,
  cannonHeaderBlock,
} from '../../target/autocannon-client.ts';
import type { WireOutcome } from '../../target/wire-exchange.ts';
import type { BurstLedger } from '../quota-wire.ts';
import { isRefusal } from '../refusal-fields.ts';
import type { ConnectionSet } from './burst-engine.ts';
import type { SentRequest } from './request-maker.ts';

export interface BurstParts {
  readonly size: number;
  /** The request at a position, from 0 on; a large burst does not fit well into memory at once. */
  readonly requestAt: (position: number) => SentRequest;
  readonly connections: number;
  /** Answers 401, 403, 429 or 5xx in a row after which nothing more is sent. */
  readonly mostRefused: number;
  /** Whether the run was stopped. */
  readonly stopped: () => boolean;
  readonly enter: (sent: SentRequest, outcome: WireOutcome) => void;
}

/** Fewer may be accidental. */
const leastUnanswered = 5;

/**
 * Sends all requests over connections that are opened first; about one each if there is no response at all. Never
 * rejects.
 */
export async function undiciBurst(parts: BurstParts, set: ConnectionSet): Promise<BurstLedger> {
  const { size, requestAt, connections, stopped } = parts;
  const tally = new BurstTally(parts);
  let next = 0;
  let ended = 0;
  const isSilent = () => tally.answered === 0 && ended >= Math.max(connections, leastUnanswered);
  await set.open(connections);
  const work = async (slot: number): Promise<void> => {
    while (next < size && !stopped() && !tally.isRefused && !isSilent()) {
      const request = requestAt(next);
      next += 1;
      const outcome = await set.exchange(slot, request.wire);
      ended += 1;
      tally.take(request, outcome);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, slot) => work(slot)));
  return tally.ledger('undici');
}

/** Counts and enters the outcomes of a burst; `isRefused` once there are as many consecutive refusals as permitted. */
class BurstTally {
  readonly #parts: BurstParts;
  #refusedInARow = 0;
  sent = 0;
  answered = 0;

  constructor(parts: BurstParts) {
    this.#parts = parts;
  }

  take(request: SentRequest, outcome: WireOutcome): void {
    const status = outcome.answer?.status ?? 0;
    this.sent += outcome.connection === 0 ? 0 : 1;
    this.answered += outcome.failure === null ? 1 : 0;
    if (isRefusal(status)) {
      this.#refusedInARow += 1;
    } else if (status >= 200 && status < 300) {
      this.#refusedInARow = 0;
    }
    this.#parts.enter(request, outcome);
  }

  get isRefused(): boolean {
    return this.#refusedInARow >= this.#parts.mostRefused;
  }

  ledger(engine: BurstLedger['engine']): BurstLedger {
    const { sent, answered } = this;
    const { size: asked, connections } = this.#parts;
    return { engine, asked, sent, answered, unanswered: sent - answered, connections };
  }
}

/** autocannon looks at its end, and at `stop`, only when its sample timer fires. */
const sampleMs = 10;

/**
 * Sends all of them with autocannon, in the one configuration in which its amounts are exact: one request at a
 * time on a connection, no more connections than requests, no workers. Never rejects. Where a server closes
 * connections, requests are lost, and the ledger says how many. `onStop` is given what breaks it off.
 */
export async function autocannonBurst(
  parts: BurstParts,
  following: Pick<CannonParts<SentRequest>, 'base' | 'timeoutMs' | 'now' | 'nextConnection'>,
  onStop: (stop: () => void) => void,
): Promise<BurstLedger> {
  const tally = new BurstTally(parts);
  const clients: AutocannonClient<SentRequest>[] = [];
  const ended = (request: SentRequest, { status, headers, body, ...outcome }: CannonOutcome) => {
    tally.take(request, {
      ...outcome,
      // Built on demand, because few are recorded.
      get headerBlock() {
        return cannonHeaderBlock(request.wire, following.base);
      },
      answer: status === 0 ? null : { status, headers: pairs(headers), body },
    });
    if (tally.isRefused) {
      for (const client of clients) {
        client.finish();
      }
    }
  };
  await runClients(parts, { ...following, ended }, clients, onStop);
  return tally.ledger('autocannon');
}

/** Resolves when every client has sent its share, or autocannon was stopped. */
function runClients(
  parts: BurstParts,
  following: Pick<CannonParts<SentRequest>, 'base' | 'timeoutMs' | 'now' | 'nextConnection' | 'ended'>,
  clients: AutocannonClient<SentRequest>[],
  onStop: (stop: () => void) => void,
): Promise<void> {
  const { size, connections } = parts;
  return new Promise((resolve) => {
    let running = connections;
    const clientParts = {
      ...following,
      broken: () => {
        // autocannon itself would end later, and what comes until then may be taken for the response to another request.
        for (const client of clients) {
          client.abandon();
        }
        instance.stop();
      },
      done: () => {
        running -= 1;
        if (running === 0) {
          resolve();
        }
      },
    };
    const instance = autocannon(
      {
        url: following.base.origin,
        connections,
        amount: size,
        pipelining: 1,
        timeout: Math.max(1, following.timeoutMs / 1000),
        sampleInt: sampleMs,
        setupClient: (client) => {
          const share = shareOf(parts, clients.length);
          clients.push(new AutocannonClient(client, share, ({ wire }) => wire, clientParts));
        },
      },
      () => resolve(),
    );
    onStop(() => instance.stop());
  });
}

/** autocannon divides an amount evenly; the first clients get the remainder. */
function shareOf({ size, requestAt, connections }: BurstParts, client: number): SentRequest[] {
  const share: SentRequest[] = [];
  for (let position = client; position < size; position += connections) {
    share.push(requestAt(position));
  }
  return share;
}
