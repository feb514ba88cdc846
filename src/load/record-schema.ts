import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { packageRoot } from '../package-root.ts';

let schemas: Ajv2020 | null = null;

/** The schemas of what shards and k6 write, compiled once: that takes longer than validating thousands of lines. */
function loadedSchemas(): Ajv2020 {
  if (schemas === null) {
    schemas = new Ajv2020({
      strict: false,
      // JSON can write Infinity: 1e999.
      strictNumbers: true,
      validateFormats: false,
      ownProperties: true,
      discriminator: true,
    });
    for (const name of ['report', 'load-shard', 'load-k6']) {
      const text = readFileSync(join(packageRoot(), 'schemas', `${name}.schema.json`), 'utf8');
      schemas.addSchema(JSON.parse(text));
    }
  }
  return schemas;
}

/**
 * What does not fit of a record, or `null`.
 *
 * @param schema the schema in the folder `schemas`, and a part of it: `load-shard.schema.json#/$defs/end`
 */
export function recordProblem(value: unknown, schema: string): string | null {
  const validate = loadedSchemas().getSchema(schema);
  if (validate === undefined) {
    throw new Error(`there is no schema ${schema}`);
  }
  if (validate(value)) {
    return null;
  }
  const { instancePath = '', message = 'does not fit' } = validate.errors?.[0] ?? {};
  return `${instancePath === '' ? 'the record' : instancePath.slice(0, 100)} ${message}`;
}
