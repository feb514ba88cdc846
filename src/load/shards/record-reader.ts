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

/** A record with missing lines. */
interface Incomplete {
  readonly from: string;
  readonly source: string;
  readonly of: number;
  readonly pieces: Map<number, string>;
}

/** Pieces of the incomplete records of all shards and instances; users of k6 log at the same time. */
const mostWaiting = 20_000;
/** The prefix of a log line, and its backslashes. */
const longestPrefix = 1_500;

/** Reads the records in any number of logs, whose lines may be in any order. Skips all other lines. */
export class RecordReader {
  readonly #incomplete = new Map<string, Incomplete>();
  #waiting = 0;

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
      const base64 = line === null ? null : this.#completed(line, source.name, place);
      if (line !== null && base64 !== null) {
        const { digest, from } = line;
        yield { digest, from, source: source.name, place, bytes: Buffer.from(base64, 'base64') };
      }
    }
  }

  /** Whose records lack lines, after the last source. */
  get incomplete(): readonly Pick<Incomplete, 'from' | 'source'>[] {
    return [...new Map([...this.#incomplete.values()].map((record) => [record.from, record])).values()];
  }

  /** The base64 of a record once all of its pieces are there, in any order. */
  #completed(
    { digest, from, record, part, of, base64 }: RecordLine,
    source: string,
    place: string,
  ): string | null {
    if (of === 1) {
      return base64;
    }
    const name = `${digest} ${from} ${record}`;
    const known = this.#incomplete.get(name) ?? { from, source, of, pieces: new Map() };
    if (known.of !== of || known.pieces.has(part)) {
      throw new DamagedLog(`${place}: the line occurs twice`);
    }
    known.pieces.set(part, base64);
    this.#incomplete.set(name, known);
    this.#waiting += 1;
    if (this.#waiting > mostWaiting) {
      throw new DamagedLog(`${place}: too many lines are missing before this one`);
    }
    if (known.pieces.size < of) {
      return null;
    }
    this.#incomplete.delete(name);
    this.#waiting -= of;
    return Array.from({ length: of }, (_, index) => known.pieces.get(index + 1)).join('');
  }
}
