import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../package-root.ts';
import { int64, type JsonValue, writeJson } from './exact-json.ts';
import { ParsedJson } from './parsed-json.ts';

const names = ['pet-status', 'new-pet', 'pet', 'pets', 'error'] as const;

/** The JSON Schemas of `schemas/` that describe bodies. */
export type SchemaName = (typeof names)[number];

/** The first position where a value does not fit a schema, without text of the value. */
export interface Misfit {
  /** JSON Pointer (RFC 6901) to the value that does not fit: `/3/categoryId`; `''` is the whole body. */
  readonly pointer: string;
  /** The problem there: `must be integer`. */
  readonly problem: string;
  /** The same for every element of an array, as `/#/categoryId type`. */
  readonly kind: string;
}

/**
 * The first violation of a published schema by a JSON value, exact to the last digit, or `null` if it is valid.
 *
 * @throws {Error} if the `schemas/` folder of the package is missing.
 */
export function misfit(body: ParsedJson | JsonValue, schema: SchemaName): Misfit | null {
  const parsed = body instanceof ParsedJson ? body : new ParsedJson(writeJson(body));
  if (parsed.plain === schema) {
    return null;
  }
  return parsed.fact(schema, ({ instance }) => firstMisfit(instance, schema));
}

function firstMisfit(instance: unknown, schema: SchemaName): Misfit | null {
  const validate = compiledSchema(`${schema}.schema.json`);
  if (validate(instance)) {
    return null;
  }
  const error = validate.errors?.[0];
  if (error === undefined) {
    throw new Error(`Ajv says nothing of what does not fit ${schema}`);
  }
  const { instancePath: pointer, keyword, params } = error;
  const missing: unknown = params['missingProperty'];
  const place = `${pointer.replace(/\/\d+/g, '/#')}${typeof missing === 'string' ? `/${missing}` : ''}`;
  return { pointer, problem: problemOf(error), kind: `${place} ${keyword}`.trim() };
}

/** Ajv knows the bounds of int64 as doubles, and would write 2^63 where 2^63 - 1 is meant. */
function problemOf({ keyword, message }: ErrorObject): string {
  switch (keyword) {
    case 'minimum':
      return `must be >= ${int64.minimum}`;
    case 'maximum':
      return `must be <= ${int64.maximum}`;
    default:
      return message ?? keyword;
  }
}

let ajv: Ajv2020 | undefined;

/**
 * The validator of a schema of this package, compiled once: that takes longer than validating thousands of values.
 *
 * @param reference a file of `schemas/`, and where in it: `report.schema.json#/$defs/exchange`
 */
export function compiledSchema(reference: string): ValidateFunction {
  // A test validates the schemas: compiling the meta-schema takes longer than compiling all of them.
  ajv ??= addSchemas(
    new Ajv2020({
      strict: false,
      // JSON can write Infinity: 1e999.
      strictNumbers: true,
      formats: { date: true, 'date-time': (text: string) => !Number.isNaN(Date.parse(text)), int64: true },
      ownProperties: true,
      discriminator: true,
      validateSchema: false,
    }),
    names.map((name) => `${name}.schema.json`),
  );
  const [file = ''] = reference.split('#');
  const validate = (ajv.schemas[file] ? ajv : addSchemas(ajv, [file])).getSchema(reference);
  if (validate === undefined) {
    throw new Error(`schemas/${file} has another $id, or no ${reference}`);
  }
  return validate;
}

/** Each schema has the name of its file as its `$id`. */
function addSchemas(to: Ajv2020, files: readonly string[]): Ajv2020 {
  for (const file of files) {
    to.addSchema(JSON.parse(readFileSync(join(packageRoot(), 'schemas', file), 'utf8')));
  }
  return to;
}
