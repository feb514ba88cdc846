import { requirements } from '../../suites/requirements.ts';
import type { ReportCheck } from './report.ts';
import type { RunRecord } from './run-record.ts';

/** What every check of a run sent, and for which requirements that is evidence, in the order of the run. */
export function checksOfRun(run: RunRecord): ReportCheck[] {
  const checks = new Map<string, { exchanges: number; served: Map<string, number> }>();
  for (const { check } of run.exchanges.values()) {
    const known = checks.get(check) ?? { exchanges: 0, served: new Map() };
    known.exchanges += 1;
    checks.set(check, known);
  }
  const selected = new Set(run.header.selected);
  for (const { id } of requirements.filter((row) => selected.has(row.id))) {
    for (const number of run.requirements.get(id)?.evidence ?? []) {
      const served = checks.get(run.exchanges.get(number)?.check ?? '')?.served;
      served?.set(id, (served.get(id) ?? 0) + 1);
    }
  }
  return [...checks].map(([id, { exchanges, served }]) => ({
    id,
    exchanges,
    requirements: [...served].map(([requirement, count]) => ({ id: requirement, exchanges: count })),
  }));
}
