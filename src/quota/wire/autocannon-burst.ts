import autocannon from 'autocannon';
import { pairs } from '../../exchange/headers.ts';
import { AutocannonClient, type CannonOutcome, cannonHeaderBlock } from '../../target/autocannon-client.ts';
import type { BurstLedger } from '../quota-wire.ts';
import { RefusalsInARow } from './refusals-in-a-row.ts';
import type { SentRequest } from './request-maker.ts';
import type { BurstParts } from './undici-burst.ts';

/** What a burst of autocannon takes besides. */
export interface AutocannonOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly nextConnection: () => number;
  /** Given what breaks the burst off. */
  readonly onStop: (stop: () => void) => void;
}

/** autocannon looks at its end, and at `stop`, only when its sample timer fires. */
const sampleMs = 10;

/**
 * Sends all of them with autocannon, in the one configuration in which its amounts are exact: one request at a
 * time on a connection, no more connections than requests, no workers. Never rejects. Where a server closes
 * connections, requests are lost, and the ledger says how many.
 */
export async function autocannonBurst(parts: BurstParts, options: AutocannonOptions): Promise<BurstLedger> {
  const { size, connections } = parts;
  const base = new URL(options.baseUrl);
  const row = new RefusalsInARow(parts.mostRefused);
  const clients: AutocannonClient<SentRequest>[] = [];
  let sent = 0;
  let answered = 0;
  const ended = (request: SentRequest, { status, headers, body, ...outcome }: CannonOutcome) => {
    sent += outcome.connection === 0 ? 0 : 1;
    answered += outcome.failure === null ? 1 : 0;
    row.see(status);
    parts.enter(request, {
      ...outcome,
      // Few are recorded: the others' is never asked for.
      get headerBlock() {
        return cannonHeaderBlock(request.wire, base);
      },
      answer: status === 0 ? null : { status, headers: pairs(headers), body },
    });
    if (row.enough) {
      for (const client of clients) {
        client.finish();
      }
    }
  };
  await new Promise<void>((resolve) => {
    let running = connections;
    const following = {
      ...options,
      base,
      ended,
      broken: () => instance.stop(),
      done: () => {
        running -= 1;
        if (running === 0) {
          resolve();
        }
      },
    };
    const instance = autocannon(
      {
        url: base.origin,
        connections,
        amount: size,
        pipelining: 1,
        timeout: Math.max(1, options.timeoutMs / 1000),
        sampleInt: sampleMs,
        setupClient: (client) => {
          const share = shareOf(parts, clients.length);
          clients.push(new AutocannonClient(client, share, ({ wire }) => wire, following));
        },
      },
      () => resolve(),
    );
    options.onStop(() => instance.stop());
  });
  return {
    engine: 'autocannon',
    asked: size,
    sent,
    answered,
    unanswered: sent - answered,
    connections,
  };
}

/** autocannon deals an amount out evenly, what is left over to the first clients. */
function shareOf({ size, requestAt, connections }: BurstParts, client: number): SentRequest[] {
  const share: SentRequest[] = [];
  for (let position = client; position < size; position += connections) {
    share.push(requestAt(position));
  }
  return share;
}
