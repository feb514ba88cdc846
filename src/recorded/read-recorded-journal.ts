import type { Exchange } from '../exchange/exchange.ts';
import { journalExchanges, journalHeader } from '../journal/journal.ts';
import { isExchange } from './is-exchange.ts';
import { NotRecorded, type RecordedTraffic } from './recorded-traffic.ts';

/**
 * Opens the journal of a run as recorded traffic; it may be larger than memory.
 *
 * @returns `null` where the file is no journal
 * @throws {NotRecorded} where it holds no exchange. @throws {Error} where the file can't be read.
 */
export async function readRecordedJournal(path: string, label: string): Promise<RecordedTraffic | null> {
  const header = await journalHeader(path);
  if (header === null) {
    return null;
  }
  let count = 0;
  for await (const exchange of journalExchanges(path)) {
    if (!isExchange(exchange)) {
      throw new NotRecorded(`${label} is a journal, but one of its exchanges is damaged`);
    }
    count += 1;
  }
  if (count === 0) {
    throw new NotRecorded(`${label} is the journal of a run that recorded no exchange: nothing to judge`);
  }
  if (!URL.canParse(header.baseUrl) || Number.isNaN(Date.parse(header.startedAt))) {
    throw new NotRecorded(`${label} is a journal, but its first line is damaged`);
  }
  const isSample = header.kind === 'load';
  return {
    source: 'journal',
    baseUrl: header.baseUrl,
    startedAt: header.startedAt,
    tag: header.tag,
    exchanges: judgedExchanges(path),
    changedAtMs: null,
    isTimed: true,
    isKeyValid: true,
    secrets: [],
    notes: isSample ? ['it is the journal of a load, which holds a sample of its exchanges'] : [],
  };
}

/** A truncated response in the journal is evidence for nothing, like one that is too large to read. */
async function* judgedExchanges(path: string): AsyncGenerator<Exchange> {
  for await (const exchange of journalExchanges(path)) {
    const { bodyDigest, headersLeftOut } = exchange.response ?? {};
    const isShort = bodyDigest !== undefined || headersLeftOut !== undefined;
    const detail = 'the journal has only the beginning of this response';
    yield isShort
      ? { ...exchange, failure: exchange.failure ?? { code: 'body-too-large', detail } }
      : exchange;
  }
}
