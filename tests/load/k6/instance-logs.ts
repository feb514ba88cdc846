import { exportedScript } from './exported.ts';
import { type FakeRequest, type FakeResponse, FakeService } from './fake-service.ts';
import { runScript } from './run-script.ts';

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
