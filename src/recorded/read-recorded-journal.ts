import type { Exchange } from '../exchange/exchange.ts';
import { firstEvent, journalExchanges } from '../journal/journal.ts';
import { checkedJournal } from './checked-journal.ts';
import { NotRecorded, type RecordedTraffic } from './recorded-traffic.ts';

/**
 * Opens the journal of a run as recorded traffic; it may be larger than memory.
 *
 * @returns `null` where the file is no journal
 * @throws {NotRecorded} where it is damaged or holds no exchange. @throws {Error} where the file can't be read.
 */
export async function readRecordedJournal(path: string, label: string): Promise<RecordedTraffic | null> {
  if ((await firstEvent(path)) === null) {
    return null;
  }
  const { damage, exchanges, header, isCut } = await checkedJournal(path);
  if (damage !== null || header === null) {
    const { line = 1, problem = 'no run begins here' } = damage ?? {};
    throw new NotRecorded(`${label} is damaged: line ${line}: ${problem}`);
  }
  if (exchanges === 0) {
    throw new NotRecorded(`${label} is the journal of a run that recorded no exchange: nothing to judge`);
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
    isOrdered: true,
    isKeyValid: true,
    isKeyKnown: true,
    secrets: [],
    areKeysRemoved: false,
    notes: [
      ...(isSample ? ['it is the journal of a load, which holds a sample of its exchanges'] : []),
      ...(isCut ? ['it ends before its run did: what was sent later is missing'] : []),
    ],
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
