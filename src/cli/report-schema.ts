import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { packageRoot } from '../package-root.ts';
import type { WrittenReport } from '../report/report.ts';

let compiled: ((value: unknown) => boolean) | null = null;

/** Whether a value is a report, by the published `schemas/report.schema.json`. */
export function isReport(value: unknown): value is WrittenReport {
  compiled ??= compiledSchema();
  return compiled(value);
}

/** To compile it takes longer than to judge many reports. */
function compiledSchema(): (value: unknown) => boolean {
  const schema: object = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'report.schema.json'), 'utf8'),
  );
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
}
