import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../package-root.ts';

const compiled = new Map<string, ValidateFunction>();

/**
 * The validator of a schema of this package, compiled once: that takes longer than validating thousands of values.
 *
 * @param reference a file of `schemas/`, and where in it: `report.schema.json#/$defs/exchange`
 */
export function compiledSchema(reference: string): ValidateFunction {
  let validate = compiled.get(reference);
  if (validate === undefined) {
    const [file = '', place = ''] = reference.split('#');
    const ajv = new Ajv2020({
      strict: false,
      // JSON can write Infinity: 1e999.
      strictNumbers: true,
      formats: { date: true, 'date-time': (text: string) => !Number.isNaN(Date.parse(text)), int64: true },
      ownProperties: true,
      discriminator: true,
    });
    ajv.addSchema(JSON.parse(readFileSync(join(packageRoot(), 'schemas', file), 'utf8')), 'file');
    validate = ajv.compile({ $ref: `file#${place}` });
    compiled.set(reference, validate);
  }
  return validate;
}
