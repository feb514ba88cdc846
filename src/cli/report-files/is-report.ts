import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { packageRoot } from '../../package-root.ts';
import type { Report } from '../../report/report.ts';

let compiled: ((value: unknown) => boolean) | null = null;

export function isReport(value: unknown): value is Report {
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
