import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { packageRoot } from '../package-root.ts';
import type { WrittenReport } from '../report/report.ts';

/** Whether a value is a report, by the published `schemas/report.schema.json`. */
export function isReport(value: unknown): value is WrittenReport {
  const schema: object = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'report.schema.json'), 'utf8'),
  );
  return new Ajv2020({ strict: false, validateFormats: false }).validate(schema, value);
}
