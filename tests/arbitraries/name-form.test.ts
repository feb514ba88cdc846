import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameForms, plainNameOf, usualNames } from '../../src/arbitraries/names.ts';
import { newRunTag, tagSource, tagsIn } from '../../src/history/tag.ts';

const bella = { feature: 'plain ASCII', before: 'Bella ', after: ' II' };

it('of usual names leaves shapes as they are, and every other one makes all names alike', () => {
  expect(plainNameOf(usualNames, bella, 'ctag1z')).toBe('Bella ctag1z II');
  expect(plainNameOf({ template: 'x{tag}', tags: 'digits' }, bella, 'ctag1z')).toBe('xctag1z');
  expect(plainNameOf({ template: '{tag}-{tag}', tags: 'digits' }, bella, '$&')).toBe('$&-$&');
});

it('goes down to ten letters', () => {
  expect(nameForms(null)[0]).toEqual(usualNames);
  const narrow = nameForms(null).slice(-2);
  const names = narrow.map((form) => tagSource('cabcdef', 123, form).plainName());
  expect(names).toEqual(['Cabcdefafq', 'cabcdefafq']);
});

it('makes names of letters whose tags are found again, and never repeat', () => {
  const forms = nameForms(null).filter(({ tags }) => tags !== 'digits');
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.nat({ max: 9_000 }), fc.string(), (form, first, around) => {
      const run = newRunTag();
      const source = tagSource(run, first, form);
      const names = Array.from({ length: 30 }, () => source.plainName());
      const tags = names.flatMap((name) => tagsIn(`${around} ${name} ${around}`, run));
      expect(tags).toHaveLength(30);
      expect(new Set(tags).size).toBe(30);
      expect(tags.every((tag) => /^c[a-y]{9}$/i.test(tag))).toBe(true);
    }),
  );
});

it('of the user comes in each writing of the tag', () => {
  expect(nameForms('pet-{tag}').map((form) => tagSource('cabcdef', 1, form).plainName())).toEqual([
    'pet-cabcdef1z',
    'pet-cabcdefaba',
    'pet-Cabcdefaba',
  ]);
});
