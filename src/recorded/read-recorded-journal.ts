import type { Exchange } from '../exchange/exchange.ts';
import { journalExchanges, journalHeader } from '../journal/journal.ts';
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

/** A body of which the journal keeps the beginning is evidence of nothing, as one that is too large to be read. */
async function* judgedExchanges(path: string): AsyncGenerator<Exchange> {
  for await (const exchange of journalExchanges(path)) {
    const isShort = exchange.response?.bodyDigest !== undefined;
    const detail = 'the journal keeps only the beginning of this body';
    yield isShort
      ? { ...exchange, failure: exchange.failure ?? { code: 'body-too-large', detail } }
      : exchange;
  }
}

/** What the watches take for granted; a journal is our own file, but anybody may have had it in hand. */
function isExchange(value: Exchange | null | undefined): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    [value.number, value.sentAtMs, value.finishedAtMs].every((time) => typeof time === 'number') &&
    typeof value.startedAt === 'string' &&
    isMessage(value.request) &&
    typeof value.request.method === 'string' &&
    typeof value.request.target === 'string' &&
    typeof value.request.credential === 'string' &&
    (value.response === null ||
      (isMessage(value.response) &&
        typeof value.response.status === 'number' &&
        typeof value.response.body === 'string'))
  );
}

function isMessage(value: unknown): boolean {
  const headers = typeof value === 'object' && value !== null && 'headers' in value ? value.headers : null;
  return (
    Array.isArray(headers) &&
    headers.every(
      (pair: unknown) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
    )
  );
}
