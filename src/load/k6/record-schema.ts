import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../../package-root.ts';

let validate: ValidateFunction | null = null;

/** The schema of what k6 writes, compiled once: that takes longer than validating thousands of records. */
function compiled(): ValidateFunction {
  if (validate === null) {
    const ajv = new Ajv2020({
      strict: false,
      // JSON can write Infinity: 1e999.
      strictNumbers: true,
      validateFormats: false,
      ownProperties: true,
      discriminator: true,
    });
    const text = readFileSync(join(packageRoot(), 'schemas', 'load-k6.schema.json'), 'utf8');
    validate = ajv.compile(JSON.parse(text));
  }
  return validate;
}

/** What does not fit of a record of k6, or `null`. */
export function recordProblem(value: unknown): string | null {
  const fits = compiled();
  if (fits(value)) {
    return null;
  }
  const { instancePath = '', message = 'does not fit' } = fits.errors?.[0] ?? {};
  return `${instancePath === '' ? 'the record' : instancePath.slice(0, 100)} ${message}`;
}
