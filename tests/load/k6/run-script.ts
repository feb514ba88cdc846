import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { FakeRequest, FakeResponse } from './fake-service.ts';

/** The script of `load export k6` as a module. */
interface ScriptModule {
  readonly options: { readonly summaryTrendStats: readonly string[] };
  setup(): ScriptData;
  default(data: ScriptData): void;
  handleSummary(data: unknown): { readonly stdout: string };
  requestOf(iteration: number, data: ScriptData): FakeRequest;
  instanceOf(segment: string): { readonly index: number; readonly of: number } | null;
  exactNumber(text: string, value: unknown): string | null;
  failureCode(code: number): string;
}

export interface ScriptData {
  readonly tag: string;
  readonly ids: readonly string[];
  readonly category: string;
  readonly nextTag: number;
  readonly numbers: readonly number[];
  readonly problem: string | null;
}

/** What the stubs of the modules of k6 read and write, as a property of `globalThis`. */
interface Stub {
  respond: (request: FakeRequest & { readonly headers: Readonly<Record<string, string>> }) => object;
  iteration: number;
  startTime: number;
  segment: string | null;
  readonly users: number;
  readonly lines: string[];
  readonly counts: Map<string, number>;
  readonly values: Map<string, number[]>;
}

const stubs: Readonly<Record<string, string>> = {
  k6: 'export const sleep = () => {};',
  'k6/encoding': "export default { b64encode: (text) => Buffer.from(text).toString('base64') };",
  'k6/execution': `
const { stub } = globalThis;
export default {
  get scenario() { return { iterationInTest: stub.iteration, startTime: stub.startTime }; },
  vu: { idInInstance: 1 },
  get instance() { return { iterationsCompleted: 100, currentTestRunDuration: 1000, vusInitialized: stub.users }; },
  test: {
    get options() { return { executionSegment: stub.segment }; },
    abort(reason) { throw new Error(reason); },
  },
};`,
  'k6/http': `
const { stub } = globalThis;
export default {
  request: (method, url, body, { headers, responseType }) => {
    const response = stub.respond({ method, target: url.slice(url.indexOf('/pets')), body, headers });
    const request = { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])) };
    const timings = { blocked: 0, connecting: 0, tls_handshaking: 0, duration: 1 + (stub.iteration % 50) };
    const shown = responseType === 'none' ? null : response.body;
    return { proto: 'HTTP/1.1', error: '', error_code: 0, timings, request, ...response, body: shown };
  },
};`,
  'k6/metrics': `
const { stub } = globalThis;
class Metric {
  constructor(name) { this.name = name; }
  add(value) {
    stub.counts.set(this.name, (stub.counts.get(this.name) ?? 0) + Number(value));
  }
}
export class Counter extends Metric {}
export class Rate extends Metric {}
export class Trend extends Metric {
  add(value) { stub.values.set(this.name, [...(stub.values.get(this.name) ?? []), value]); }
}`,
};

/** One instance of k6. */
export interface ScriptRun {
  readonly script: ScriptModule;
  readonly data: ScriptData;
  /** What it logged, and its summary. */
  readonly lines: readonly string[];
}

/** The parts of an instance. */
export interface Instance {
  readonly respond: (request: FakeRequest) => FakeResponse | object;
  readonly segment?: string;
  /** The iterations that the instance makes. */
  readonly iterations: readonly number[];
  readonly key?: string;
  readonly users?: number;
}

let scripts = 0;

/** Runs the script as one instance of k6 would, with stubs for the modules of k6. */
export async function runScript(source: string, instance: Instance): Promise<ScriptRun> {
  const { respond, segment = null, iterations, key = 'a-key-that-is-valid-7f1b', users = 1 } = instance;
  const stub: Stub = {
    respond,
    iteration: 0,
    startTime: Date.now() - 1_000_000,
    segment,
    users,
    lines: [],
    counts: new Map(),
    values: new Map(),
  };
  const log = console.log;
  Object.assign(globalThis, { stub, __ENV: { ANIMAL_STORE_API_KEY: key } });
  console.log = (line: string) => stub.lines.push(line);
  try {
    const script = await loaded(source);
    const data = script.setup();
    for (const iteration of data.problem === null ? iterations : []) {
      stub.iteration = iteration;
      stub.startTime = Date.now() - 1_000;
      script.default(data);
    }
    const summary = script.handleSummary(summaryOf(stub, script.options.summaryTrendStats, data));
    return { script, data, lines: [...stub.lines, ...summary.stdout.trimEnd().split('\n')] };
  } finally {
    console.log = log;
  }
}

async function loaded(source: string): Promise<ScriptModule> {
  const folder = temporaryFolder();
  scripts += 1;
  let text = source;
  for (const [name, stub] of Object.entries(stubs)) {
    const file = `${name.replace('/', '-')}-${scripts}.mjs`;
    writeFileSync(join(folder, file), stub);
    text = text.replace(` from '${name}';`, ` from './${file}';`);
  }
  const file = join(folder, `load-${scripts}.mjs`);
  writeFileSync(file, text);
  return import(pathToFileURL(file).href);
}

/** The argument of `handleSummary`. */
function summaryOf(stub: Stub, trendStats: readonly string[], data: ScriptData): object {
  const counters = [...stub.counts].map(([name, count]) => [name, { values: { count } }] as const);
  const trends = [...stub.values].map(
    ([name, values]) => [name, { values: statsOf(values, trendStats) }] as const,
  );
  const sent = { values: { count: 1_000 + (stub.counts.get('animal_store_started') ?? 0) } };
  return { metrics: Object.fromEntries([...counters, ...trends, ['http_reqs', sent]]), setup_data: data };
}

/** The statistics of a trend, by the definition of k6: percentiles are interpolated. */
export function statsOf(values: readonly number[], names: readonly string[]): Record<string, number> {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (percentile: number): number => {
    const rank = (percentile / 100) * (sorted.length - 1);
    const [below = 0, above = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
    return below + (above - below) * (rank - Math.floor(rank));
  };
  const statistic = (name: string): number => {
    const percentile = /^p\((.+)\)$/.exec(name)?.[1];
    const ends: Readonly<Record<string, number>> = { count: sorted.length, min: at(0), max: at(100) };
    return percentile === undefined ? (ends[name] ?? Number.NaN) : at(Number(percentile));
  };
  return Object.fromEntries(names.map((name) => [name, statistic(name)]));
}
