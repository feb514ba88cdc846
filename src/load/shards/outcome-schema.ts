import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../../package-root.ts';
import type { OutcomeRecord } from './shard-outcome.ts';

/** A line of an outcome: a record, or a piece of a long one. */
export interface OutcomeLine {
  readonly animalStoreLoad: string;
  /** 1, 2, … */
  readonly shard: number;
  readonly line: number;
  readonly record?: unknown;
  readonly piece?: string;
  readonly more?: boolean;
}

/** Validates the outcome of `load --shard` by `schemas/load-shard.schema.json`. */
class OutcomeSchema {
  // JSON can write Infinity: 1e999.
  readonly #ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    validateFormats: false,
    ownProperties: true,
  });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor() {
    for (const name of ['report', 'load-shard']) {
      const text = readFileSync(join(packageRoot(), 'schemas', `${name}.schema.json`), 'utf8');
      this.#ajv.addSchema(JSON.parse(text));
    }
  }

  /** Returns a line, or its error. */
  line(value: unknown): OutcomeLine | string {
    const validate = this.#validator('');
    return validate(value) ? (value as OutcomeLine) : problemOf(validate);
  }

  /** Returns a record, or its error. */
  record(value: unknown): OutcomeRecord | string {
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
    const validate = types.includes(String(type)) ? this.#validator(`#/$defs/${type}`) : null;
    if (validate === null) {
      return 'the type of the record is unknown';
    }
    return validate(value) ? (value as OutcomeRecord) : problemOf(validate);
  }

  #validator(place: string): ValidateFunction {
    const known = this.#validators.get(place) ?? this.#ajv.getSchema(`load-shard.schema.json${place}`);
    if (known === undefined) {
      throw new Error(`schemas/load-shard.schema.json has no ${place}`);
    }
    this.#validators.set(place, known);
    return known;
  }
}

let compiled: OutcomeSchema | null = null;

/** Compiled once, because that takes longer than validating thousands of lines. */
export function outcomeSchema(): OutcomeSchema {
  compiled ??= new OutcomeSchema();
  return compiled;
}

const types: readonly string[] = ['shard', 'result', 'latencies', 'steps', 'event', 'end'];

function problemOf({ errors }: ValidateFunction): string {
  const { instancePath = '', message = 'does not fit' } = errors?.[0] ?? {};
  return `${instancePath === '' ? 'the record' : instancePath.slice(0, 100)} ${message}`;
}
