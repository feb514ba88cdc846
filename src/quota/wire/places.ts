import type { WireOutcome } from '../../target/wire-exchange.ts';
import type { BurstLedger } from '../quota-wire.ts';
import type { BurstParts } from './burst.ts';
import type { BurstEngine } from './burst-engine.ts';
import type { SentRequest } from './request-maker.ts';

/**
 * Deals a burst out over the engines of all places, which start together, or of one place. Requests are dealt in turn, so
 * that every place gets some from each part of the burst; connections and refusals in equal parts.
 *
 * @param engines that of the base URL first
 * @param enter is given the number of the place with each outcome
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
