import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParsedJson } from '../../src/json/parsed-json.ts';
import { isPlainPet, plainList, plainPets } from '../../src/json/plain-pets.ts';
import { misfit } from '../../src/json/published-schema.ts';
import { packageRoot } from '../../src/package-root.ts';
import { propertyRuns } from '../property-runs.ts';

/** Texts that are nearly an animal: members of all kinds, in any order, missing, twice, of wrong types. */
const member = fc.tuple(
  fc.constantFrom('id', 'name', 'categoryId', 'status', 'Id', 'nam\\u0065', ''),
  fc.constantFrom(
    '1',
    '-7',
    '0',
    '-0',
    '007',
    '1.0',
    '1e2',
    '999999999999999999',
    '9223372036854775808',
    '"Rex"',
    '"R\\u0065x"',
    '"Rëx"',
    '"available"',
    '"sold"',
    '"Sold"',
    'null',
    'true',
    '[]',
    '{}',
    '"',
    '',
  ),
);
const petText = fc
  .tuple(
    fc.array(member, { maxLength: 5 }),
    fc.constantFrom('', ' ', '\n\t'),
    fc.constantFrom(',', ',,', ';'),
  )
  .map(
    ([members, blank, joint]) =>
      `{${blank}${members.map(([name, value]) => `"${name}"${blank}:${value}`).join(joint)}${blank}}`,
  );
const rightPet = fc
  .record({
    id: fc.maxSafeInteger(),
    name: fc.stringMatching(/^[A-Za-z0-9 .-]{0,20}$/),
    categoryId: fc.maxSafeInteger(),
    status: fc.option(fc.constantFrom('available', 'pending', 'sold'), { nil: undefined }),
  })
  .map((pet) => JSON.stringify(pet));
const anyPet = fc.oneof(petText, rightPet);

const ajv = new Ajv2020({ formats: { int64: true } });
for (const name of ['pet-status', 'new-pet', 'pet', 'pets']) {
  ajv.addSchema(JSON.parse(readFileSync(join(packageRoot(), 'schemas', `${name}.schema.json`), 'utf8')));
}

/** By Ajv itself: the suite's own validation asks the code under test first. No drawn number is just beyond int64. */
function fits(text: string, schema: 'pet' | 'pets'): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return ajv.validate(`${schema}.schema.json`, value) && countNames(text) === countMembers(value);
  } catch {
    return false;
  }
}

/** The member names in a text, those of duplicates too. */
function countNames(text: string): number {
  return text.match(/"[^"]*"\s*:/g)?.length ?? 0;
}

function countMembers(value: unknown): number {
  return (Array.isArray(value) ? value : [value]).reduce<number>(
    (sum, pet: object) => sum + Object.keys(pet).length,
    0,
  );
}

describe('isPlainPet', () => {
  it('takes no body that the schema would refuse', () => {
    fc.assert(
      fc.property(anyPet, fc.constantFrom('', ' ', 'x', '{}'), (text, behind) => {
        const body = text + behind;
        expect(isPlainPet(body) && !fits(body, 'pet')).toBe(false);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

describe('plainList', () => {
  it('takes no body that the schema would refuse', () => {
    const list = fc
      .tuple(
        fc.array(anyPet, { maxLength: 4 }),
        fc.constantFrom('[', '', ' [ '),
        fc.constantFrom(']', '', ' ] ', ']]', ',]'),
      )
      .map(([pets, open, close]) => `${open}${pets.join(',')}${close}`);
    fc.assert(
      fc.property(list, (body) => {
        expect(plainList(body) !== null && !fits(body, 'pets')).toBe(false);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('recognises a list of animals, and an empty one', () => {
    fc.assert(
      fc.property(fc.array(rightPet, { maxLength: 5 }), (pets) => {
        expect(plainList(`[ ${pets.join(', ')} ]`)).not.toBeNull();
      }),
    );
  });
});

const a = '{"id":1,"name":"a","categoryId":2}';

it('reads a megabyte, whole or broken off, and leaves more to the full watch', () => {
  const many = `[${Array(27_000).fill(a).join(',')}]`;
  expect(plainList(many)).not.toBeNull();
  expect(plainList(many.slice(0, -1))).toBeNull();
  expect(plainList(`[${Array(54_000).fill(a).join(',')}]`)).toBeNull();
  expect(isPlainPet(a.replace('"a"', `"${'a'.repeat(900_000)}`))).toBe(false);
});

describe('a text that is recognised without parsing it', () => {
  it('keeps the digits of an id that a double does not hold', () => {
    const text = '{"id":999999999999999999,"name":"a","categoryId":2}';
    expect(plainPets(text)).toBe('pet');
    expect(new ParsedJson(text).value).toMatchObject({ id: 999_999_999_999_999_999n });
  });

  it('is no plain text of another schema', () => {
    expect([plainPets(a), plainPets(`[${a}]`), plainPets('{}')]).toEqual(['pet', 'pets', null]);
    expect(misfit(new ParsedJson(`[${a}]`), 'pet')).not.toBeNull();
    expect(misfit(new ParsedJson(a), 'error')).not.toBeNull();
  });
});
