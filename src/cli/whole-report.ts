import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { packageRoot } from '../package-root.ts';
import type { Report, WrittenReport } from '../report/report.ts';

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
        across: value.across ?? null,
        traffic: value.traffic ?? [],
      }
    : null;
}

let compiled: ((value: unknown) => boolean) | null = null;

export function isReport(value: unknown): value is WrittenReport {
  compiled ??= compiledSchema();
  return compiled(value);
}

/** Compiled once, because that takes longer than validating many reports. */
function compiledSchema(): (value: unknown) => boolean {
  const schema: object = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'report.schema.json'), 'utf8'),
  );
  return new Ajv2020({ strict: false, strictNumbers: true, validateFormats: false }).compile(schema);
}
