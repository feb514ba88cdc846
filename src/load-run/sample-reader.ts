import { compiledSchema } from '../json/published-schema.ts';
import { isTooDeep } from '../json/text-structure.ts';
import type { K6Header, K6Record, K6Summary } from '../load/k6/k6-load.ts';
import { DamagedLog, type ReadRecord } from '../load/shards/record-reader.ts';
import { planDigest, type Shard } from '../load/shards/shard-plan.ts';
import { SampleJudge } from './sample-judge.ts';

/** One instance of k6 as far as it was read. */
export interface K6Instance {
  /** The name of the source of its first line. */
  readonly source: string;
  readonly header: K6Header;
  readonly shard: Shard;
  readonly judge: SampleJudge;
  /** Sampled exchanges that were read, and those of the preparation. */
  sampled: number;
  preflight: number;
  /** `null` if there is none. */
  summary: K6Summary | null;
}

const mostInstances = 10_000;

/** Interprets the records that instances of k6 logged, and passes on their exchanges. */
export class SampleReader {
  readonly #instances = new Map<string, K6Instance>();
  readonly #summaries = new Map<string, K6Summary>();
  readonly #apiKey: string;

  /** @param apiKey masked in their exchanges */
  constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  /** @throws {DamagedLog} */
  take(read: ReadRecord): void {
    const { from, place } = read;
    const record = recordOf(read);
    const instance = this.#instances.get(from);
    switch (record.type) {
      case 'header':
        if (instance !== undefined) {
          throw new DamagedLog(`${place}: the instance ${from} occurs twice`);
        }
        this.#instances.set(from, this.#instanceOf(record, read));
        break;
      case 'exchange':
        if (instance === undefined) {
          throw new DamagedLog(`${place}: the instance ${from} has not begun before this line`);
        }
        instance.preflight += record.sinceMs === null ? 1 : 0;
        instance.sampled += record.sinceMs === null ? 0 : 1;
        instance.judge.see(record);
        break;
      case 'summary':
        if (this.#summaries.has(from)) {
          throw new DamagedLog(`${place}: the summary of the instance ${from} occurs twice`);
        }
        this.#summaries.set(from, record);
    }
  }

  /**
   * All instances, after the last record.
   *
   * @throws {DamagedLog} for one without its first record
   */
  get instances(): readonly K6Instance[] {
    const nameless = [...this.#summaries.keys()].find((name) => !this.#instances.has(name));
    if (nameless !== undefined) {
      throw new DamagedLog(`the log of the instance ${nameless} lacks its first line`);
    }
    return [...this.#instances].map(([name, instance]) => ({
      ...instance,
      summary: this.#summaries.get(name) ?? null,
    }));
  }

  #instanceOf(header: K6Header, { digest, from, source, place }: ReadRecord): K6Instance {
    if (header.tag !== from || !planDigest(header.plan).startsWith(digest)) {
      throw new DamagedLog(`${place}: the line is not of the instance that it names`);
    }
    const shard = shardOfSegment(header.segment);
    if (shard === null) {
      throw new DamagedLog(
        `${place}: the execution segment ${header.segment} is not one of equal segments, e.g. 1/3:2/3`,
      );
    }
    return {
      source,
      header,
      shard,
      judge: new SampleJudge(header, this.#apiKey),
      sampled: 0,
      preflight: 0,
      summary: null,
    };
  }
}

function recordOf({ bytes, place }: ReadRecord): K6Record {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw new DamagedLog(`${place}: the record is no JSON`);
  }
  const problem = !isTooDeep(String(bytes)) ? recordProblem(value) : 'the record is nested too deeply';
  if (problem !== null) {
    throw new DamagedLog(`${place}: ${problem}`);
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

/** Why a record of k6 does not match its schema, or `null`. */
export function recordProblem(value: unknown): string | null {
  const fits = compiledSchema('load-k6.schema.json');
  if (fits(value)) {
    return null;
  }
  const { instancePath = '', message = 'does not fit' } = fits.errors?.[0] ?? {};
  return `${instancePath === '' ? 'the record' : instancePath.slice(0, 100)} ${message}`;
}
