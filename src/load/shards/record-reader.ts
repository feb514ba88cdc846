import { gunzipSync, gzipSync } from 'node:zlib';
import { linesOf } from '../../files/lines-of.ts';
import { outcomeVersion, type ShardOutcome } from './shard-outcome.ts';
import { planDigest, shardName } from './shard-plan.ts';

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

/** Every line begins with it, possibly after a prefix of the log, and with backslashes before quotes. */
const beginning = /\{\\*"animalStoreLoad/;
const word = 'animalStoreLoad';
const form =
  /^\{"animalStoreLoad":"([0-9a-f]{16})","from":"([a-z0-9 ]{1,40})","record":"([a-z]{1,7}\d{0,15})","part":(\d{1,4}),"of":(\d{1,4}),"base64":"([A-Za-z0-9+/]+={0,2})"\}/;

/** Characters of the digest of a plan in each line. */
export const digestLength = 16;
/** Container runtimes split lines of more than 16 KiB. */
const pieceLength = 14_000;
/** The longest line that a shard or an instance of k6 writes, in characters. */
export const longestLine = pieceLength + 200;

/** A piece of what a shard, or an instance of k6, writes: base64, so that no format of a log changes it. */
export interface RecordLine {
  /** The beginning of the digest of the plan: 16 hexadecimal digits. */
  readonly digest: string;
  /** The shard, or the tag of the instance. */
  readonly from: string;
  readonly record: string;
  /** 1, 2, … */
  readonly part: number;
  readonly of: number;
  readonly base64: string;
}

/** Writes a record as lines. @param digest of the plan of the load */
function recordLines(digest: string, from: string, record: string, bytes: Buffer): string[] {
  const base64 = bytes.toString('base64');
  const of = Math.ceil(base64.length / pieceLength);
  return Array.from({ length: of }, (_, index) =>
    JSON.stringify({
      animalStoreLoad: digest.slice(0, digestLength),
      from,
      record,
      part: index + 1,
      of,
      base64: base64.slice(index * pieceLength, (index + 1) * pieceLength),
    }),
  );
}

/**
 * Reads a line of a log. A logger may have put it into JSON, `logfmt` or both, which adds backslashes; it has none of
 * its own. Returns `null` for a line of something else.
 */
export function recordLine(text: string): RecordLine | 'damaged' | null {
  const start = text.includes(word) ? text.search(beginning) : -1;
  if (start === -1) {
    return null;
  }
  const parts = form.exec(text.slice(start).replaceAll('\\', ''));
  if (parts === null) {
    return 'damaged';
  }
  const [, digest = '', from = '', record = '', part = '', of = '', base64 = ''] = parts;
  const line = { digest, from, record, part: Number(part), of: Number(of), base64 };
  return line.part >= 1 && line.part <= line.of ? line : 'damaged';
}

/** Far more than the outcome of any shard. */
const mostBytes = 100_000_000;
/** The first bytes of compressed data (RFC 1952, section 2.3.1). */
const gzipMagic = 0x1f8b;

/** The lines of an outcome. */
export function outcomeLines(outcome: ShardOutcome): string[] {
  const { plan, shard } = outcome;
  // Compressed, because that includes a checksum: an outcome that can be read is the one that was written.
  return recordLines(planDigest(plan), shardName(shard), 'outcome', gzipSync(JSON.stringify(outcome)));
}

/**
 * The outcome in a record; `null` for a record of k6, which is not compressed.
 *
 * @throws {DamagedLog}
 */
export function outcomeIn({ bytes, digest, from, place }: ReadRecord): ShardOutcome | null {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== gzipMagic) {
    return null;
  }
  const outcome = decompressed(bytes, digest);
  if (outcome === null) {
    throw new DamagedLog(`${place}: a line of ${from} was changed`);
  }
  if (outcome.version !== outcomeVersion) {
    throw new DamagedLog(`${place}: the outcome of ${from} is that of another version`);
  }
  return outcome;
}

/** The outcome of a shard, or `null` if it is damaged or its plan is not that of the digest. */
function decompressed(bytes: Buffer, digest: string): ShardOutcome | null {
  try {
    const outcome: ShardOutcome = JSON.parse(gunzipSync(bytes, { maxOutputLength: mostBytes }).toString());
    const isOfPlan = outcome.version !== outcomeVersion || planDigest(outcome.plan).startsWith(digest);
    return isOfPlan ? outcome : null;
  } catch {
    return null;
  }
}
