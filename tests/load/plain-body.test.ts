import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParsedJson } from '../../src/json/parsed-json.ts';
import { misfit } from '../../src/json/published-schema.ts';
import { isPlainPet, isPlainPetList } from '../../src/load/plain-body.ts';

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

function fits(text: string, schema: 'pet' | 'pets'): boolean {
  try {
    return misfit(new ParsedJson(text), schema) === null;
  } catch {
    return false;
  }
}

describe('isPlainPet', () => {
  it('takes no body that the schema would refuse', () => {
    fc.assert(
      fc.property(anyPet, fc.constantFrom('', ' ', 'x', '{}'), (text, behind) => {
        const body = text + behind;
        expect(isPlainPet(Buffer.from(body)) && !fits(body, 'pet')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('recognises an animal of plain values', () => {
    fc.assert(
      fc.property(rightPet, (text) => {
        expect(isPlainPet(Buffer.from(text))).toBe(true);
      }),
    );
  });
});

describe('isPlainPetList', () => {
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
        expect(isPlainPetList(Buffer.from(body)) && !fits(body, 'pets')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('recognises a list of animals, and an empty one', () => {
    fc.assert(
      fc.property(fc.array(rightPet, { maxLength: 5 }), (pets) => {
        expect(isPlainPetList(Buffer.from(`[ ${pets.join(', ')} ]`))).toBe(true);
      }),
    );
  });
});
