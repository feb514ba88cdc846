import type { Exchange } from '../exchange/exchange.ts';
import { journalPath, readJournal } from '../journal/journal.ts';

/**
 * The newest response to the key of a run, from its journal; `null` if there is none.
 *
 * @param see shown each exchange in turn
 */
export async function newestOfRunKey(
  reportDir: string,
  see: (exchange: Exchange) => void = () => undefined,
): Promise<Exchange | null> {
  let newest: Exchange | null = null;
  await readJournal(journalPath(reportDir), (event) => {
    if (event.type === 'exchange') {
      see(event.exchange);
      const isOfRunKey = event.exchange.request.credential === 'api-key' && event.exchange.response !== null;
      newest = isOfRunKey ? event.exchange : newest;
    }
  });
  return newest;
}
