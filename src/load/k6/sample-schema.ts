import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../../package-root.ts';
import type { K6Record } from './k6-load.ts';

let compiled: ValidateFunction | null = null;

/** Returns a record of an instance of k6, validated by `schemas/load-k6.schema.json`, or its error. */
export function sampleRecord(value: unknown): K6Record | string {
  compiled ??= compile();
  if (compiled(value)) {
    return value as K6Record;
  }
  const { instancePath = '', message = 'does not fit' } = compiled.errors?.[0] ?? {};
  return `${instancePath === '' ? 'the record' : instancePath.slice(0, 100)} ${message}`;
}

function compile(): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    // JSON can write Infinity: 1e999.
    strictNumbers: true,
    validateFormats: false,
    ownProperties: true,
    discriminator: true,
  });
  const [shard, k6] = ['load-shard', 'load-k6'].map((name) =>
    JSON.parse(readFileSync(join(packageRoot(), 'schemas', `${name}.schema.json`), 'utf8')),
  );
  const report = JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'report.schema.json'), 'utf8'));
  return ajv.addSchema(report).addSchema(shard).compile(k6);
}
