import { cannonHeaderBlock } from '../target/autocannon-client.ts';
import { type CannonSlot, LoadClient } from './load-client.ts';
import type { EngineParts, LoadRequest } from './load-engine.ts';

/** Requests of all connections that are prepared, which delays the start; each connection repeats its own. */
const preparedRequests = 4_000;
const leastPrepared = 50;
const mostPrepared = 1_000;
/** How often autocannon checks whether its run is over, in ms. */
const sampleMs = 100;
/** The duration that autocannon is given, in s: the engine ends it earlier. */
const spareSeconds = 86_400;

/**
 * A closed loop with autocannon: each connection sends after the previous response. Plain http only, because autocannon
 * verifies no certificates; without its pipelining, workers and rates, which lose or bunch requests.
 *
 * Autocannon loses responses if a server closes connections or sends interim responses, its parser does not survive
 * malformed responses, and it reconnects without a pause. So at the first irregularity the engine waits for pending
 * responses, and another engine continues: `irregular` is the reason, or `null`; `drained` resolves when no request is
 * in flight.
 */
export async function runAutocannon(parts: EngineParts) {
  const { default: autocannon } = await import('autocannon');
  const clients: LoadClient[] = [];
  let irregular = null as string | null;
  let resolveLeft = (): void => {};
  const left = new Promise<void>((resolve) => {
    resolveLeft = resolve;
  });
  const leave = (reason: string): void => {
    irregular ??= reason;
    for (const client of clients) {
      client.leave();
    }
    resolveLeft();
  };
  const drained = runClients(autocannon, parts, clients, leave);
  const endAll = (): void => {
    for (const client of clients) {
      client.end();
    }
  };
  parts.signal.addEventListener('abort', endAll, { once: true });
  if (parts.signal.aborted) {
    // The first requests may already have reached a bound.
    endAll();
  }
  const watchdog = setInterval(() => {
    if (parts.now() >= parts.untilMs) {
      for (const client of clients) {
        client.leave();
      }
    }
  }, sampleMs);
  const ended = drained.finally(() => {
    clearInterval(watchdog);
    parts.signal.removeEventListener('abort', endAll);
  });
  await Promise.race([ended, left]);
  return { irregular, drained: ended };
}

/** Resolves when autocannon has ended. */
function runClients(
  autocannon: typeof import('autocannon'),
  parts: EngineParts,
  clients: LoadClient[],
  leave: (reason: string) => void,
): Promise<void> {
  const slots = new Map<LoadRequest, CannonSlot>();
  const perConnection = Math.min(
    mostPrepared,
    Math.max(leastPrepared, Math.ceil(preparedRequests / parts.allConnections)),
  );
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: parts.base.origin,
        connections: parts.connections,
        pipelining: 1,
        duration: Math.ceil((parts.untilMs - parts.now()) / 1000) + spareSeconds,
        timeout: parts.timeoutMs / 1000,
        sampleInt: sampleMs,
        setupClient: (client) => {
          const prepared = parts.traffic
            .repeatedBy(clients.length, perConnection)
            .map((request) => slotOf(request, parts, slots));
          clients.push(new LoadClient(client, prepared, parts, leave));
        },
      },
      (error: unknown) => (error === null || error === undefined ? resolve() : reject(error)),
    );
  });
}

function slotOf(request: LoadRequest, parts: EngineParts, slots: Map<LoadRequest, CannonSlot>): CannonSlot {
  let slot = slots.get(request);
  if (slot === undefined) {
    slot = newSlot(request, parts);
    slots.set(request, slot);
  }
  return slot;
}

function newSlot(request: LoadRequest, { base, caller }: EngineParts): CannonSlot {
  const { outgoing, body } = request;
  const fields = outgoing.headers.flatMap(({ name, value }) => [name, value]);
  const headers = ['User-Agent', caller.userAgent, ...fields];
  const wire = { method: outgoing.method, path: caller.pathOf(outgoing), headers, body };
  return { request, wire, headerBlock: cannonHeaderBlock(wire, base) };
}
