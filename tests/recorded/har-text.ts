import type { Exchange } from '../../src/exchange/exchange.ts';
import { harEntry } from '../../src/har/har-entry.ts';
import { readHar } from '../../src/recorded/read-har.ts';
import type { RecordedTraffic } from '../../src/recorded/recorded-traffic.ts';
import { exchange } from '../report/made-up-run.ts';

export const baseUrl = 'https://animals.example/v1';
/** What stands in recordings for the key of a run. */
export const recordedKey = 'kQ7zR2mWx9LpVt4c';

type Entry = Record<string, unknown>;

/** An entry as a browser writes it: keys as they were sent, nothing of ours beside them. */
export function browserEntry(exchange: Exchange): Entry {
  const entry: Entry = JSON.parse(
    JSON.stringify(harEntry(exchange, baseUrl)).replace(
      /\$ANIMAL_STORE_API_KEY|\$KEY_OF_api-key/g,
      recordedKey,
    ),
  );
  for (const name of Object.keys(entry).filter((name) => name.startsWith('_'))) {
    delete entry[name];
  }
  return entry;
}

/** A HAR of these entries, as another program writes it. */
export function harText(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'a browser', version: '1' }, entries } });
}

/** An entry of a successful list, with these members changed. */
export const entry = (changes: Record<string, unknown> = {}) => ({
  ...browserEntry(exchange(1, 'list/safe')),
  ...changes,
});

/** Reads the text as a HAR named x.har, below this base URL or the only one. */
export const read = (text: string, base: string | null = null) => readHar(text, '"x.har"', base, null);

export const exchangesOf = (traffic: RecordedTraffic) => [...(traffic.exchanges as Iterable<Exchange>)];
