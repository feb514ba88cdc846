import { k6Script } from '../../../src/cli/load-export/k6.ts';
import type { SampleBounds } from '../../../src/load/k6/k6-load.ts';
import type { LoadPlan, Mix } from '../../../src/load/load-plan.ts';
import { parseObjective } from '../../../src/load/objective.ts';
import { madePlan } from '../../load-run/made-shards.ts';
import { type FakeRequest, type FakeResponse, FakeService } from './fake-service.ts';
import { runScript } from './run-script.ts';

export const seed = 11;
const mix: Mix = { list: 70, get: 20, create: 10 };

interface Settings extends Partial<Omit<LoadPlan, 'objectives'>> {
  readonly baseUrl?: string;
  readonly objectives?: readonly string[];
  readonly beyondLimit?: boolean;
  readonly sample?: SampleBounds;
  readonly command?: string;
}

/** The script of a load whose whole sample is logged, unless stated otherwise. */
export function exportedScript(settings: Settings = {}): string {
  const {
    baseUrl = 'http://localhost:8080/v1',
    objectives = [],
    beyondLimit = true,
    sample = { share: 1, perSecond: 100_000 },
    command = 'npx animal-store-conformance load export k6 http://localhost:8080/v1',
    ...more
  } = settings;
  const load = {
    rate: 100,
    connections: 100,
    durationMs: 5_000,
    warmupMs: 0,
    rampMs: 0,
    mix,
    timeoutMs: 1_000,
    maxCreations: 10_000,
    ...more,
  };
  const plan = { ...madePlan(1), baseUrl, seed, startAtMs: 0, load, objectives, beyondLimit };
  const parsed = objectives.map(parseObjective).filter((objective) => objective !== null);
  return k6Script({ plan, load: { ...load, objectives: parsed }, seed, sample, instances: 1, command });
}

export type Logs = readonly (readonly string[])[];

const perInstance = 60;

/** The logs of three instances, which share the iterations of the load. */
export async function madeLogs(
  script = exportedScript(),
  change: (request: FakeRequest, response: FakeResponse) => FakeResponse = (_request, response) => response,
): Promise<string[][]> {
  const logs: string[][] = [];
  const service = new FakeService();
  for (const [index, segment] of ['0:1/3', '1/3:2/3', '2/3:1'].entries()) {
    const { lines } = await runScript(script, {
      segment,
      respond: (request) => change(request, service.respond(request)),
      iterations: Array.from({ length: perInstance }, (_, own) => own * 3 + index),
    });
    logs.push([...lines]);
  }
  return logs;
}

/** The load of these logs ended within a second, which is less than planned; that alone takes the verdict away. */
export function inTime(logs: Logs): string[][] {
  return logs.map((lines) =>
    lines.map((line) =>
      changedRecord(line, (record) =>
        record['type'] === 'summary' ? { ...record, endedAtMs: Number(record['readyAtMs']) + 5_000 } : record,
      ),
    ),
  );
}

export function changedRecord(
  line: string,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
): string {
  const [, before = '', base64 = '', after = ''] = /^(.*"base64":")([^"]+)(".*)$/.exec(line) ?? [];
  if (base64 === '' || !line.includes('"of":1,')) {
    return line;
  }
  const record = change(JSON.parse(Buffer.from(base64, 'base64').toString()));
  return `${before}${Buffer.from(JSON.stringify(record)).toString('base64')}${after}`;
}
