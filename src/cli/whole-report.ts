import type { Report } from '../report/report.ts';
import { isReport } from './report-schema.ts';

/** A report with every member that one of this version has, also where an earlier one wrote it; `null` for what is none. */
export function wholeReport(value: unknown): Report | null {
  return isReport(value)
    ? {
        ...value,
        planLimits: value.planLimits ?? [],
        load: value.load ?? null,
        service: value.service ?? { headers: [] },
        checks: value.checks ?? [],
        causes: value.causes ?? [],
        waivers: value.waivers ?? [],
        catalogue: value.catalogue ?? 1,
        baseline: value.baseline ?? null,
        coverage: value.coverage ?? null,
        delivery: value.delivery ?? { unreadable: 0, byOperation: [] },
      }
    : null;
}
