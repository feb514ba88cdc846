import { isTooDeep } from '../../json/text-structure.ts';
import { recordProblem } from '../record-schema.ts';
import { lineBeginning, longestLine } from './outcome-lines.ts';
import type { OutcomeRecord } from './shard-outcome.ts';

/** A damaged outcome. The message is one line: the position and the error. */
export class DamagedOutcome extends Error {
  override readonly name = 'DamagedOutcome';
}

/** A file, or another stream, with the lines of outcomes. */
export interface OutcomeSource {
  /** As the user named it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** A record with its origin. */
export interface ReadRecord {
  readonly source: string;
  /** Identifies the outcome among all outcomes that were read. */
  readonly outcome: string;
  readonly record: OutcomeRecord;
}

/** A line of an outcome: a record, or a piece of a long one. */
interface OutcomeLine {
  readonly animalStoreLoad: string;
  /** 1, 2, … */
  readonly shard: number;
  readonly line: number;
  readonly record?: unknown;
  readonly piece?: string;
  readonly more?: boolean;
}

const schema = 'load-shard.schema.json';
const types: readonly unknown[] = ['shard', 'result', 'latencies', 'steps', 'event', 'end'];

/** The prefix of a log line. */
const longestPrefix = 1_000;
/** Characters of a record in pieces. */
const longestRecord = 4_000_000;
const lineFeed = 0x0a;

interface Reading {
  /** The number of the newest outcome of this shard in this source: a restarted container writes another one. */
  attempt: number;
  line: number;
  pieces: string[];
  length: number;
}

/**
 * Reads the records of outcomes, of any number of shards per source. Skips all other lines.
 *
 * @throws {DamagedOutcome}
 */
export class OutcomeReader {
  readonly #takeOther: (text: string, source: string, place: string) => void;
  /** A file that is passed twice is two sources. */
  #sources = 0;

  /** @param takeOther receives all lines that are not of an outcome, with their source and their place */
  constructor(takeOther: (text: string, source: string, place: string) => void = () => {}) {
    this.#takeOther = takeOther;
  }

  async *records(source: OutcomeSource): AsyncGenerator<ReadRecord> {
    const readings = new Map<string, Reading>();
    this.#sources += 1;
    let number = 0;
    for await (const text of linesOf(source.bytes)) {
      number += 1;
      const start = text.slice(0, longestPrefix + lineBeginning.length).indexOf(lineBeginning);
      if (start !== -1) {
        const place = `${source.name}, line ${number}`;
        const line = this.#line(text.slice(start), place);
        const reading = readingOf(line, readings, place);
        const record = this.#record(line, reading, place);
        if (record !== null) {
          const outcome = `${this.#sources} ${line.animalStoreLoad} ${line.shard} ${reading.attempt}`;
          yield { source: source.name, outcome, record };
        }
      } else {
        this.#takeOther(text, source.name, `${source.name}, line ${number}`);
      }
    }
  }

  #line(text: string, place: string): OutcomeLine {
    const value = text.length > longestLine ? null : parsed(text);
    const problem = value === null ? 'the line is cut off, or too long' : recordProblem(value, schema);
    if (problem !== null) {
      throw new DamagedOutcome(`${place}: ${problem}`);
    }
    return value as OutcomeLine;
  }

  /** `null` while pieces are missing. */
  #record({ record, piece, more }: OutcomeLine, reading: Reading, place: string): OutcomeRecord | null {
    let value = record;
    if (piece !== undefined) {
      reading.pieces.push(piece);
      reading.length += piece.length;
      if (reading.length > longestRecord) {
        throw new DamagedOutcome(`${place}: the record is too long`);
      }
      if (more === true) {
        return null;
      }
      value = parsed(reading.pieces.join(''));
    }
    reading.pieces = [];
    reading.length = 0;
    const problem = isTooDeep(value) ? 'the record is nested too deep' : problemOf(value);
    if (problem !== null) {
      throw new DamagedOutcome(`${place}: ${problem}`);
    }
    return value as OutcomeRecord;
  }
}

function problemOf(value: unknown): string | null {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
  return types.includes(type)
    ? recordProblem(value, `${schema}#/$defs/${type}`)
    : 'the type of the record is unknown';
}

function readingOf(line: OutcomeLine, readings: Map<string, Reading>, place: string): Reading {
  const name = `${line.animalStoreLoad} ${line.shard}`;
  const known = readings.get(name) ?? { attempt: 0, line: 0, pieces: [], length: 0 };
  readings.set(name, known);
  if (line.line === 1) {
    known.attempt += 1;
    known.line = 0;
    known.pieces = [];
    known.length = 0;
  }
  known.line += 1;
  if (line.line !== known.line || known.attempt === 0) {
    const lost = line.line > known.line || known.attempt === 0 ? 'is missing' : 'is repeated';
    throw new DamagedOutcome(
      `${place}: line ${Math.min(line.line, known.line)} of shard ${line.shard} ${lost}`,
    );
  }
  return known;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Lines in bounded memory: only the beginning of a line that is too long, which is still too long. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const most = longestPrefix + longestLine + 2;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    if (length < most) {
      parts.push(part.subarray(0, most - length));
      length += part.length;
    }
  };
  const taken = (): string => {
    const text = Buffer.concat(parts).toString('utf8').trimEnd();
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end));
      yield taken();
      start = end + 1;
    }
    add(Buffer.from(chunk.subarray(start)));
  }
  if (length > 0) {
    yield taken();
  }
}
