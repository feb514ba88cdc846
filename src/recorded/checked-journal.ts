import type { Exchange } from '../exchange/exchange.ts';
import { firstEvent, journalExchanges, readJournal } from '../journal/journal.ts';
import { compiledSchema } from '../json/published-schema.ts';
import type { RunEvent, RunHeader } from '../verdict/run-event.ts';
import { isUsableTime } from './recorded-clock.ts';
import { NotRecorded, type RecordedTraffic } from './recorded-traffic.ts';

/** A year, in ms: no run takes longer. */
const longestMs = 3.2e10;

/** The state of a journal that something else goes on from. */
export interface CheckedJournal {
  /** The first damaged line, from 1 on, and the problem; `null` if there is none. */
  readonly damage: { readonly line: number; readonly problem: string } | null;
  /** The header of its run, if no line before it is damaged. */
  readonly header: RunHeader | null;
  /** The number of its exchanges. */
  readonly exchanges: number;
  /** Whether it ends before its run did: the run was killed, or the file is truncated. */
  readonly isCut: boolean;
}

/**
 * Validates the events that a later reader needs, because anyone may have edited a journal.
 *
 * @throws {Error} if the file can't be read.
 */
export async function checkedJournal(path: string): Promise<CheckedJournal> {
  let header: RunHeader | null = null;
  const numbers = new Set<number>();
  let isFinished = false;
  let damage: CheckedJournal['damage'] = null;
  const { corruptLines } = await readJournal(path, (event, line) => {
    isFinished ||= event.type === 'run-finished';
    const problem = damage === null ? (problemOf(event, line) ?? repetitionOf(event, numbers)) : null;
    damage ??= problem === null ? null : { line, problem };
    header ??= event.type === 'run-started' && damage === null ? event.header : null;
  });
  const [corrupt = null] = corruptLines;
  const first = [damage, corrupt].reduce((one, other) =>
    one === null || (other !== null && other.line < one.line) ? other : one,
  );
  return { damage: first, header, exchanges: numbers.size, isCut: !isFinished };
}

function repetitionOf(event: RunEvent, numbers: Set<number>): string | null {
  if (event.type !== 'exchange') {
    return null;
  }
  const { number } = event.exchange;
  const isRepeated = numbers.has(number);
  numbers.add(number);
  return isRepeated ? `exchange ${number} occurs twice` : null;
}

function problemOf(event: RunEvent, line: number): string | null {
  if ((event.type === 'run-started') !== (line === 1)) {
    return line === 1 ? 'the journal does not begin with the start of its run' : 'another run begins here';
  }
  switch (event.type) {
    case 'run-started':
      return isHeader(event.header) ? null : 'the start, the tag or the base URL of the run is invalid';
    case 'exchange':
      return isExchange(event.exchange) && isTimed(event.exchange)
        ? null
        : 'a time or another member of the exchange is invalid';
    case 'finding':
      return typeof event.finding?.requirement === 'string' ? null : 'the finding is invalid';
    case 'animal-created':
      return typeof event.id === 'string' && typeof event.name === 'string'
        ? null
        : 'the id or the name of the animal is invalid';
    default:
      return null;
  }
}

function isHeader(header: Partial<RunHeader> | null | undefined): boolean {
  const { startedAt, baseUrl, tag } = header ?? {};
  return (
    typeof startedAt === 'string' &&
    isUsableTime(Date.parse(startedAt)) &&
    typeof tag === 'string' &&
    typeof baseUrl === 'string' &&
    /^https?:/i.test(baseUrl) &&
    URL.canParse(baseUrl)
  );
}

/** The end of a run is computed from the duration of its last exchange. */
function isTimed({ sentAtMs, finishedAtMs }: Exchange): boolean {
  return [sentAtMs, finishedAtMs, finishedAtMs - sentAtMs].every((ms) => Math.abs(ms) <= longestMs);
}

/**
 * Whether a value has every member of an exchange that this program reads: anyone may have edited a journal. The schema
 * of a report requires `bodyCut`, which a journal lacks, and omits `unsolicited`.
 */
export function isExchange(value: unknown): value is Exchange {
  return (
    typeof value === 'object' &&
    compiledSchema('report.schema.json#/$defs/exchange')({ bodyCut: 0, ...value }) &&
    areUnsolicited(Reflect.get(Object(value), 'unsolicited') ?? []) &&
    isUsableTime(Date.parse((value as Exchange).startedAt))
  );
}

function areUnsolicited(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((bytes) => {
      const { connection, after, beginning } = Object(bytes);
      const figures = [connection, after ?? 0];
      return figures.every((figure) => typeof figure === 'number') && typeof beginning === 'string';
    })
  );
}

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
