import type { WireOutcome } from '../../target/wire-exchange.ts';
import type { BurstLedger } from '../quota-wire.ts';
import type { ConnectionSet } from './connection-set.ts';
import { RefusalsInARow } from './refusals-in-a-row.ts';
import type { SentRequest } from './request-maker.ts';

export interface BurstParts {
  readonly size: number;
  /** The request at a position, from 0 on; a large burst does not fit well into memory at once. */
  readonly requestAt: (position: number) => SentRequest;
  readonly connections: number;
  /** Answers 429 in a row after which nothing more is sent. */
  readonly mostRefused: number;
  /** Whether the run was stopped. */
  readonly stopped: () => boolean;
  readonly enter: (sent: SentRequest, outcome: WireOutcome) => void;
}

/** Fewer may be a mishap. */
const leastUnanswered = 5;

/**
 * Sends all requests over connections that are opened first; about one each if there is no response at all. Never
 * rejects.
 */
export async function undiciBurst(parts: BurstParts, set: ConnectionSet): Promise<BurstLedger> {
  const { size, requestAt, connections, stopped, enter } = parts;
  const row = new RefusalsInARow(parts.mostRefused);
  let next = 0;
  let sent = 0;
  let answered = 0;
  let ended = 0;
  const isSilent = () => answered === 0 && ended >= Math.max(connections, leastUnanswered);
  await set.open(connections);
  const work = async (slot: number): Promise<void> => {
    while (next < size && !stopped() && !row.enough && !isSilent()) {
      const request = requestAt(next);
      next += 1;
      const outcome = await set.exchange(slot, request.wire);
      ended += 1;
      sent += outcome.connection === 0 ? 0 : 1;
      answered += outcome.failure === null ? 1 : 0;
      row.see(outcome.answer?.status ?? 0);
      enter(request, outcome);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, slot) => work(slot)));
  return {
    engine: 'undici',
    asked: size,
    sent,
    answered,
    unanswered: sent - answered,
    connections,
  };
}
