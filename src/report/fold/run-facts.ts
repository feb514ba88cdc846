import { requirements } from '../../../suites/requirements.ts';
import { type OperationTraffic, sumOfTraffic, trafficOfExchange } from '../../exchange/operation-traffic.ts';
import type { ReportCheck, ReportExchange, ServiceHeader } from '../report.ts';
import { bounded } from '../words.ts';
import type { RunRecord } from './run-record.ts';

/** All requests by operation and status. Of a load and of a measurement of plan limits only a sample is on record. */
export function trafficOf({ exchanges, load }: RunRecord): OperationTraffic[] {
  const all = load === null ? [...exchanges.values()] : [];
  return sumOfTraffic(
    all.filter(({ request }) => !request.credential.startsWith('quota-key-')).map(trafficOfExchange),
  );
}

/** The traffic of every check, and the requirements that it is evidence for, in the order of the run. */
export function checksOfRun(run: RunRecord): ReportCheck[] {
  const checks = new Map<string, { exchanges: number; durationMs: number; served: Map<string, number> }>();
  for (const { check, sentAtMs, finishedAtMs } of run.exchanges.values()) {
    const known = checks.get(check) ?? { exchanges: 0, durationMs: 0, served: new Map() };
    known.exchanges += 1;
    known.durationMs += Math.max(0, finishedAtMs - sentAtMs);
    checks.set(check, known);
  }
  const selected = new Set(run.header.selected);
  for (const { id } of requirements.filter((row) => selected.has(row.id))) {
    for (const number of run.requirements.get(id)?.evidence ?? []) {
      const served = checks.get(run.exchanges.get(number)?.check ?? '')?.served;
      served?.set(id, (served.get(id) ?? 0) + 1);
    }
  }
  return [...checks].map(([id, { exchanges, durationMs, served }]) => ({
    id,
    exchanges,
    durationMs: Math.round(durationMs),
    requirements: [...served].map(([requirement, count]) => ({ id: requirement, exchanges: count })),
  }));
}

/** Header fields that identify software: those of RFC 9110, and those with "version" in the name. */
const identifying =
  /^(?:server|via|x-powered-by|x-served-by|x-generator)$|(?:^|-)(?:version|release|revision|build|commit)(?:-|$)/i;
const headersShown = 12;
const valuesShown = 3;
const longestValue = 200;

/** The versions of the service or a gateway from header fields, by name, each value once. */
export function serviceHeaders(exchanges: Iterable<ReportExchange>): ServiceHeader[] {
  const found = new Map<string, { name: string; values: Set<string> }>();
  for (const { response } of exchanges) {
    for (const [name, value] of response?.headers ?? []) {
      if (identifying.test(name)) {
        add(found, name, bounded(value, longestValue));
      }
    }
  }
  return [...found.values()].map(({ name, values }) => ({ name, values: [...values] }));
}

function add(found: Map<string, { name: string; values: Set<string> }>, name: string, value: string): void {
  const known = found.get(name.toLowerCase());
  if (known === undefined && found.size < headersShown) {
    found.set(name.toLowerCase(), { name: bounded(name, longestValue), values: new Set([value]) });
  } else if (known !== undefined && known.values.size < valuesShown) {
    known.values.add(value);
  }
}
