import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globPattern, selectRequirements } from '../../src/cli/parse/requirement-selection.ts';
import { requirements } from '../../suites/requirements.ts';
import { given } from './given.ts';

const catalogue: readonly string[] = requirements.map(({ id }) => id);

test('every choice is in order, without doubles, and holds exactly what a glob matches', () => {
  const glob = fc.tuple(fc.constantFrom(...catalogue), fc.nat(), fc.nat()).map(([id, from, length]) => {
    const start = from % id.length;
    return `${id.slice(0, start)}*${id.slice(start + (length % id.length))}`;
  });
  fc.assert(
    fc.property(fc.array(glob, { minLength: 1, maxLength: 4 }), (globs) => {
      const chosen = selectRequirements(catalogue, globs.map(given), []);
      expect(chosen).toEqual(catalogue.filter((id) => globs.some((text) => globPattern(text).test(id))));
    }),
  );
});
