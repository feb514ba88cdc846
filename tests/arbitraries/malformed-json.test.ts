import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMalformedJson, isJson, malformedJson } from '../../src/arbitraries/malformed-json.ts';
import { nameOf, plainName } from '../../src/arbitraries/names.ts';
import { newPet, newPetText, optionalStatus } from '../../src/arbitraries/new-pet.ts';
import { parseJson } from '../../src/json/exact-json.ts';

const anyPet = fc
  .tuple(plainName, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), optionalStatus)
  .map(([shape, category, status]) => newPet(nameOf(shape, 'cabcdef7z'), category, status));

describe('isJson', () => {
  it('agrees with the parser of answers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constantFrom('', ' ', '[1,]', 'NaN', '01')), (text) => {
        const parse = () => parseJson(text);
        if (isJson(text)) {
          expect(parse).not.toThrow();
        } else {
          expect(parse).toThrow(SyntaxError);
        }
      }),
    );
  });
});

describe('malformed bodies', () => {
  it('are no JSON, and none is left out, whatever the valid body is', () => {
    fc.assert(
      fc.property(anyPet, (pet) => {
        const bodies = malformedJson(pet);
        expect(bodies.filter(({ text }) => isJson(text))).toEqual([]);
        expect(new Set(bodies.map(({ text }) => text)).size).toBe(bodies.length);
        expect(new Set(bodies.map(({ breaks }) => breaks)).size).toBe(17);
      }),
      { numRuns: 50 },
    );
  });

  it('keep the tag, but for those that hold nothing', () => {
    const bodies = malformedJson(newPet('Rex cabcdef7z', 7n, 'sold'));
    const without = bodies.filter(({ text }) => !text.includes('cabcdef7z'));
    expect(without.map(({ text }) => text.trim())).toEqual(['', '']);
  });

  it('are broken where readers that are lenient do not look twice', () => {
    const texts = malformedJson(newPet('Rex cabcdef7z', 7n, 'sold')).map(({ text }) => text);
    // Of a member that does not count, a reader that knows NaN would not say that it is no integer.
    expect(texts.filter((text) => /"(?!name|categoryId|status)\w+":NaN/.test(text))).toHaveLength(1);
  });

  it('can be told apart from a valid body by one change at most places', () => {
    const pet = newPet('Rex cabcdef7z', 7n, 'sold');
    const bodies = fc.sample(anyMalformedJson(pet), { numRuns: 300, seed: 1 });
    const valid = newPetText(pet);
    expect(bodies.filter(({ text }) => isJson(text))).toEqual([]);
    expect(
      bodies.filter(({ text }) => Math.abs(text.length - valid.length) > 1 && !valid.startsWith(text)),
    ).toEqual([]);
    expect(new Set(bodies.map(({ text }) => text)).size).toBeGreaterThan(100);
  });
});
