import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../report/report.ts';

/** Whether a value is a report, by the published `schemas/report.schema.json`. */
export function isReport(value: unknown): value is Report {
  const file = ['../../schemas', '../../../schemas']
    .map((folder) => new URL(`${folder}/report.schema.json`, import.meta.url))
    .find((url) => existsSync(url));
  if (file === undefined) {
    throw new Error('schemas/report.schema.json of animal-store-conformance is missing');
  }
  const schema: object = JSON.parse(readFileSync(file, 'utf8'));
  return new Ajv2020({ strict: false, validateFormats: false }).validate(schema, value);
}
