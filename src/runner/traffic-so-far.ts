import type { Exchange } from '../exchange/exchange.ts';
import { readJournalLightly } from '../journal/journal.ts';
import { journalPath } from './journal-path.ts';

/** What of a run is on record already. */
export interface TrafficSoFar {
  /** The highest numbers of exchanges and connections. */
  readonly exchanges: number;
  readonly connections: number;
  /** The newest answer to the key of the run. */
  readonly lastOfRunKey: Exchange | null;
}

/** Reads it from the journal: what a worker told by a channel may still be on its way. */
export async function trafficSoFar(reportDir: string): Promise<TrafficSoFar> {
  let exchanges = 0;
  let connections = 0;
  let lastOfRunKey: Exchange | null = null;
  await readJournalLightly(journalPath(reportDir), (event) => {
    if (event.type === 'exchange') {
      const { exchange } = event;
      exchanges = Math.max(exchanges, exchange.number);
      connections = Math.max(connections, exchange.connection);
      if (exchange.request.credential === 'api-key' && exchange.response !== null) {
        lastOfRunKey = exchange;
      }
    }
  });
  return { exchanges, connections, lastOfRunKey };
}
