import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue, member, parseJson } from '../../src/json/exact-json.ts';
import { packageRoot } from '../../src/package-root.ts';

const folder = join(packageRoot(), 'schemas');
const bodySchemas = ['error', 'new-pet', 'pet', 'pet-status', 'pets'].map((name) => `${name}.schema.json`);
const operations = [
  { path: '/pets', method: 'get', id: 'listPets', statuses: ['200', '401', '429'] },
  { path: '/pets', method: 'post', id: 'createPet', statuses: ['201', '400', '401', '429'] },
  { path: '/pets/{petId}', method: 'get', id: 'getPet', statuses: ['200', '401', '404', '429'] },
];

function read(file: string): JsonValue {
  return parseJson(readFileSync(join(folder, file), 'utf8'));
}

function at(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce((inner, name) => member(inner, name), value);
}

/** Follows `#/…` within the document and `file.schema.json` beside it. */
function resolved(root: JsonValue, value: JsonValue | undefined): JsonValue | undefined {
  const reference = member(value, '$ref');
  if (typeof reference !== 'string') {
    return value;
  }
  return reference.startsWith('#/')
    ? resolved(root, at(root, ...reference.slice(2).split('/')))
    : read(reference);
}

function references(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(references);
  }
  if (!isJsonObject(value)) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

describe('the published JSON Schemas', () => {
  it.each(bodySchemas)('%s is a valid 2020-12 schema under its own name', (file) => {
    const schema = read(file);
    expect(member(schema, '$id')).toBe(file);
    expect(member(schema, '$schema')).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(typeof member(schema, 'title')).toBe('string');
    expect(typeof member(schema, 'description')).toBe('string');
    const ajv = new Ajv2020();
    expect(ajv.validateSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')))).toBe(true);
  });

  it.each(['new-pet.schema.json', 'pet.schema.json'])('%s states the bounds of int64 exactly', (file) => {
    const integers = Object.values(at(read(file), 'properties') ?? {}).filter(
      (property) => member(property, 'type') === 'integer',
    );
    expect(integers).toHaveLength(1);
    for (const integer of integers) {
      expect(integer).toMatchObject({
        format: 'int64',
        minimum: -9223372036854775808n,
        maximum: 9223372036854775807n,
      });
    }
  });

  it('refer to each other by files that exist', () => {
    const present = readdirSync(folder);
    for (const file of [...bodySchemas, 'openapi.json']) {
      for (const reference of references(read(file)).filter((target) => !target.startsWith('#'))) {
        expect(present, `${file} -> ${reference}`).toContain(reference);
      }
    }
  });
});

describe('openapi.json', () => {
  const document = read('openapi.json');

  it('resolves every reference', () => {
    for (const reference of references(document)) {
      expect(resolved(document, { $ref: reference }), reference).toBeDefined();
    }
  });

  it('asks for a bearer key on every operation', () => {
    expect(member(document, 'openapi')).toBe('3.1.0');
    expect(member(document, 'security')).toEqual([{ apiKey: [] }]);
    expect(at(document, 'components', 'securitySchemes', 'apiKey')).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    for (const { path, method } of operations) {
      expect(at(document, 'paths', path, method, 'security')).toBeUndefined();
    }
  });

  it.each(operations)(
    'describes $id with its statuses and nothing else',
    ({ path, method, id, statuses }) => {
      const operation = at(document, 'paths', path, method);
      expect(member(operation, 'operationId')).toBe(id);
      expect(Object.keys(member(operation, 'responses') ?? {}).sort()).toEqual(statuses);
    },
  );

  it('has just the three operations, and only getPet deprecated', () => {
    const paths = at(document, 'paths');
    const found = Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, item]) =>
      Object.entries(isJsonObject(item) ? item : {}).map(([method, operation]) => [
        path,
        method,
        member(operation, 'deprecated') ?? false,
      ]),
    );
    expect(found).toEqual(operations.map(({ path, method, id }) => [path, method, id === 'getPet']));
  });

  it.each(operations)('has the three rate headers on every response of $id', ({ path, method, statuses }) => {
    for (const status of statuses) {
      const response = resolved(document, at(document, 'paths', path, method, 'responses', status));
      const headers = Object.keys(member(response, 'headers') ?? {});
      expect(headers).toEqual(
        expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      );
      expect(headers.includes('Retry-After')).toBe(status === '429');
      const content = at(response, 'content', 'application/json', 'schema');
      expect(content === undefined).toBe(status === '429');
    }
  });
});
