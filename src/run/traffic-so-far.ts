import type { Exchange } from '../exchange/exchange.ts';
import { readJournal } from '../journal/journal.ts';
import { journalPath } from './journal-path.ts';

/** The requests of a run up to now. */
export interface TrafficSoFar {
  /** The highest numbers of exchanges and connections. */
  readonly exchanges: number;
  readonly connections: number;
  readonly lastOfRunKey: Exchange | null;
}

/**
 * Reads the traffic of a run from its journal.
 *
 * @param see shown each exchange in turn
 */
export async function trafficSoFar(
  reportDir: string,
  see: (exchange: Exchange) => void = () => undefined,
): Promise<TrafficSoFar> {
  let exchanges = 0;
  let connections = 0;
  let lastOfRunKey: Exchange | null = null;
  await readJournal(journalPath(reportDir), (event) => {
    if (event.type === 'exchange') {
      const { exchange } = event;
      exchanges = Math.max(exchanges, exchange.number);
      connections = Math.max(connections, exchange.connection);
      see(exchange);
      if (exchange.request.credential === 'api-key' && exchange.response !== null) {
        lastOfRunKey = exchange;
      }
    }
  });
  return { exchanges, connections, lastOfRunKey };
}
