import type { Exchange } from '../exchange/exchange.ts';
import type { OutgoingRequest } from '../target/target.ts';

/**
 * The maximum number of requests in flight; with more, the service is not responding anyway, and a request is omitted.
 */
const mostUnderWay = 8;

interface ProbeLoopParts {
  readonly intervalMs: number;
  /** The request of the kth start. */
  readonly requestAt: (count: number) => OutgoingRequest;
  readonly send: (request: OutgoingRequest) => Promise<Exchange>;
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Asked before each start. */
  readonly isOver: () => boolean;
}

/**
 * An open loop of light requests: each starts by an absolute schedule, whatever became of those before.
 *
 * @throws the reason that ended a request or a pause, after all requests in flight have ended.
 */
export async function probeUntilOver(parts: ProbeLoopParts): Promise<void> {
  const { intervalMs, requestAt, send, pause, now, isOver } = parts;
  const startedAtMs = now();
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let sent = 0;
  try {
    for (let start = 0; !isOver() && failures.length === 0; start += 1) {
      await pause(Math.max(0, startedAtMs + start * intervalMs - now()));
      if (underWay.size < mostUnderWay && !isOver()) {
        const sending: Promise<void> = send(requestAt(sent))
          .then(() => undefined)
          .catch((error: unknown) => {
            failures.push(error);
          })
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
        sent += 1;
      }
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}
