import { linesOf } from '../../files/lines-of.ts';
import { longestLine, type RecordLine, recordLine } from './record-lines.ts';

/** A damaged log of a load. The message is one line: the position and the error. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
}

/** A file, or another stream, with lines of shards or of instances of k6. */
export interface LogSource {
  /** As the user named it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** A record whose lines were all read. */
export interface ReadRecord extends Pick<RecordLine, 'digest' | 'from'> {
  readonly source: string;
  /** For errors: the source and the line. */
  readonly place: string;
  readonly bytes: Buffer;
}

/** The pieces of a record, by their numbers. */
interface Pieces {
  readonly of: number;
  readonly texts: Map<number, string>;
}

/** What a shard or an instance has written so far of records with missing lines. */
interface Waiting {
  readonly from: string;
  readonly source: string;
  readonly pieces: Map<string, Pieces>;
  count: number;
}

/** Pieces of incomplete records of one instance or shard; users of k6 log at the same time. */
const mostWaiting = 10_000;
const mostSenders = 10_000;
/** The prefix of a log line, and its backslashes. */
const longestPrefix = 1_500;

/** Reads the records in any number of logs, whose lines may be in any order. Skips all other lines. */
export class RecordReader {
  readonly #senders = new Map<string, Waiting>();

  /** @throws {DamagedLog} */
  async *records(source: LogSource): AsyncGenerator<ReadRecord> {
    let number = 0;
    for await (const { text } of linesOf(source.bytes, longestPrefix + longestLine + 2)) {
      number += 1;
      const place = `${source.name}, line ${number}`;
      const line = recordLine(text.trimEnd());
      if (line === 'damaged') {
        throw new DamagedLog(`${place}: the line is cut off, or damaged`);
      }
      const base64 = line === null ? null : complete(line, this.#waitingOf(line, source.name, place), place);
      if (line !== null && base64 !== null) {
        const { digest, from } = line;
        yield { digest, from, source: source.name, place, bytes: Buffer.from(base64, 'base64') };
      }
    }
  }

  /** Whose records lack lines, after the last source. */
  get incomplete(): readonly Pick<Waiting, 'from' | 'source'>[] {
    return [...this.#senders.values()].filter(({ count }) => count > 0);
  }

  #waitingOf({ digest, from }: RecordLine, source: string, place: string): Waiting {
    const name = `${digest} ${from}`;
    const known = this.#senders.get(name) ?? { from, source, pieces: new Map(), count: 0 };
    this.#senders.set(name, known);
    if (this.#senders.size > mostSenders) {
      throw new DamagedLog(`${place}: more than ${mostSenders} shards`);
    }
    return known;
  }
}

/** The base64 of a record once all of its pieces are there, in any order. */
function complete({ record, part, of, base64 }: RecordLine, waiting: Waiting, place: string): string | null {
  if (of === 1) {
    return base64;
  }
  const pieces = waiting.pieces.get(record) ?? { of, texts: new Map() };
  if (pieces.of !== of || pieces.texts.has(part)) {
    throw new DamagedLog(`${place}: the line occurs twice`);
  }
  pieces.texts.set(part, base64);
  waiting.pieces.set(record, pieces);
  waiting.count += 1;
  if (waiting.count > mostWaiting) {
    throw new DamagedLog(`${place}: too many lines are missing before this one`);
  }
  if (pieces.texts.size < of) {
    return null;
  }
  waiting.pieces.delete(record);
  waiting.count -= of;
  return Array.from({ length: of }, (_, index) => pieces.texts.get(index + 1)).join('');
}
