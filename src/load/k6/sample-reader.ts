import { isTooDeep } from '../../json/text-structure.ts';
import { recordProblem } from '../record-schema.ts';
import { planDigest } from '../shards/shard-plan.ts';
import type { Shard } from '../shards/share.ts';
import type { K6Exchange, K6Header, K6Record, K6Summary } from './k6-load.ts';
import { type SampleLine, sampleLine } from './sample-lines.ts';

/** Lines that are not those of one load. The message is one line: the position and the error. */
export class RefusedSample extends Error {
  override readonly name = 'RefusedSample';
}

/** Receives the exchanges of one instance in the order of its log. */
export interface ExchangeSink {
  see(exchange: K6Exchange): void;
}

/** One instance of k6 as far as it was read. */
export interface K6Instance<Sink extends ExchangeSink> {
  /** The name of the source of its first line. */
  readonly source: string;
  readonly header: K6Header;
  readonly shard: Shard;
  readonly sink: Sink;
  /** Sampled exchanges that were read, and those of the preparation. */
  sampled: number;
  preflight: number;
  /** `null` until it was read. */
  summary: K6Summary | null;
}

interface Assembly<Sink extends ExchangeSink> {
  instance: K6Instance<Sink> | null;
  summary: K6Summary | null;
  readonly pieces: Map<string, (string | undefined)[]>;
  waiting: number;
}

/** Pieces of incomplete records of one instance; users of k6 log at the same time. */
const mostWaiting = 4_000;
const mostInstances = 10_000;

/** Reads the lines that instances of k6 logged, in any number of sources, and passes on their exchanges. */
export class SampleReader<Sink extends ExchangeSink> {
  readonly #assemblies = new Map<string, Assembly<Sink>>();
  readonly #sinkFor: (header: K6Header) => Sink;

  constructor(sinkFor: (header: K6Header) => Sink) {
    this.#sinkFor = sinkFor;
  }

  /**
   * Takes a line of a log; skips lines of something else.
   *
   * @param place for errors: the source and the line
   * @throws {RefusedSample}
   */
  take(text: string, source: string, place: string): void {
    const line = sampleLine(text);
    if (line === 'damaged') {
      throw new RefusedSample(`${place}: the line is cut off, or damaged`);
    }
    if (line !== null) {
      const assembly = this.#assemblyOf(line, place);
      const base64 = complete(line, assembly, place);
      if (base64 !== null) {
        this.#addRecord(base64, line, assembly, source, place);
      }
    }
  }

  /**
   * All instances, after the last line.
   *
   * @throws {RefusedSample} for one without its first record, or with an incomplete one
   */
  get instances(): readonly K6Instance<Sink>[] {
    return [...this.#assemblies].map(([name, { instance, summary, waiting }]) => {
      if (instance === null) {
        throw new RefusedSample(`the log of the instance ${name} lacks its first line`);
      }
      if (waiting > 0) {
        throw new RefusedSample(`${instance.source}: the log of the instance ${name} lacks lines`);
      }
      instance.summary = summary;
      return instance;
    });
  }

  #assemblyOf({ instance: name }: SampleLine, place: string): Assembly<Sink> {
    const known = this.#assemblies.get(name);
    if (known !== undefined) {
      return known;
    }
    if (this.#assemblies.size >= mostInstances) {
      throw new RefusedSample(`${place}: more than ${mostInstances} instances`);
    }
    const assembly = { instance: null, summary: null, pieces: new Map(), waiting: 0 };
    this.#assemblies.set(name, assembly);
    return assembly;
  }

  #addRecord(
    base64: string,
    line: SampleLine,
    assembly: Assembly<Sink>,
    source: string,
    place: string,
  ): void {
    const record = recordOf(base64, place);
    switch (record.type) {
      case 'header':
        assembly.instance = this.#instanceOf(record, line, assembly, { source, place });
        break;
      case 'exchange': {
        const { instance } = assembly;
        if (instance === null) {
          throw new RefusedSample(`${place}: the instance ${line.instance} has not begun before this line`);
        }
        instance.preflight += record.sinceMs === null ? 1 : 0;
        instance.sampled += record.sinceMs === null ? 0 : 1;
        instance.sink.see(record);
        break;
      }
      case 'summary':
        if (assembly.summary !== null) {
          throw new RefusedSample(`${place}: the summary of the instance ${line.instance} occurs twice`);
        }
        assembly.summary = record;
    }
  }

  #instanceOf(
    header: K6Header,
    line: SampleLine,
    { instance }: Assembly<Sink>,
    { source, place }: { readonly source: string; readonly place: string },
  ): K6Instance<Sink> {
    if (instance !== null) {
      throw new RefusedSample(`${place}: the instance ${line.instance} occurs twice`);
    }
    if (header.tag !== line.instance || !planDigest(header.plan).startsWith(line.digest)) {
      throw new RefusedSample(`${place}: the line is not of the instance that it names`);
    }
    const shard = shardOfSegment(header.segment);
    if (shard === null) {
      throw new RefusedSample(
        `${place}: the execution segment ${header.segment} is not one of equal segments, e.g. 1/3:2/3`,
      );
    }
    return { source, header, shard, sink: this.#sinkFor(header), sampled: 0, preflight: 0, summary: null };
  }
}

/** The base64 of a record once all of its pieces are there, in any order. */
function complete<Sink extends ExchangeSink>(
  { record, part, of, base64 }: SampleLine,
  assembly: Assembly<Sink>,
  place: string,
): string | null {
  if (of === 1) {
    return base64;
  }
  const pieces = assembly.pieces.get(record) ?? Array<string | undefined>(of).fill(undefined);
  if (pieces.length !== of || pieces[part - 1] !== undefined) {
    throw new RefusedSample(`${place}: the line occurs twice`);
  }
  pieces[part - 1] = base64;
  assembly.pieces.set(record, pieces);
  assembly.waiting += 1;
  if (assembly.waiting > mostWaiting) {
    throw new RefusedSample(`${place}: too many lines are missing before this one`);
  }
  if (pieces.includes(undefined)) {
    return null;
  }
  assembly.pieces.delete(record);
  assembly.waiting -= of;
  return pieces.join('');
}

function recordOf(base64: string, place: string): K6Record {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    throw new RefusedSample(`${place}: the record is no JSON`);
  }
  const problem = isTooDeep(value)
    ? 'the record is nested too deep'
    : recordProblem(value, 'load-k6.schema.json');
  if (problem !== null) {
    throw new RefusedSample(`${place}: ${problem}`);
  }
  return value as K6Record;
}

/** `1/3:2/3` is the second of three shards; `null` for a segment that is not one of equal ones. */
export function shardOfSegment(segment: string): Shard | null {
  const [from = Number.NaN, to = Number.NaN] = segment.split(':').map(fraction);
  const of = Math.round(1 / (to - from));
  const index = Math.round(from * of);
  const isEqual =
    Math.abs((to - from) * of - 1) < 1e-9 && Math.abs(from * of - index) < 1e-6 && index < of && of >= 1;
  return isEqual && of <= mostInstances ? { index, of } : null;
}

function fraction(text: string): number {
  const [over, under = '1'] = text.split('/');
  return Number(over) / Number(under);
}
