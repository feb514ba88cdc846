import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globPattern, selectRequirements } from '../../src/cli/parse/requirement-selection.ts';
import { requirements } from '../../suites/requirements.ts';
import { given } from './given.ts';

const catalogue: readonly string[] = requirements.map(({ id }) => id);

function select(only: readonly string[], skip: readonly string[] = []): string[] {
  return selectRequirements(catalogue, only.map(given), skip.map(given));
}

describe('choosing requirements', () => {
  test('without globs all are chosen', () => {
    expect(select([])).toEqual(catalogue);
  });

  test('a group, an id, and a part of ids, in the order of the catalogue', () => {
    const chosen = select(['list/limit-*', 'auth/*']);
    expect(chosen).toEqual(catalogue.filter((id) => /^(auth\/|list\/limit-)/.test(id)));
    expect(select(['get/stable'])).toEqual(['get/stable']);
    expect(select(['get/stabl?'])).toEqual(['get/stable']);
  });

  test('what is skipped is left out', () => {
    expect(select(['auth/*'], ['auth/missing-key'])).not.toContain('auth/missing-key');
  });

  test('every choice is in order, without doubles, and holds exactly what a glob matches', () => {
    const glob = fc.tuple(fc.constantFrom(...catalogue), fc.nat(), fc.nat()).map(([id, from, length]) => {
      const start = from % id.length;
      return `${id.slice(0, start)}*${id.slice(start + (length % id.length))}`;
    });
    fc.assert(
      fc.property(fc.array(glob, { minLength: 1, maxLength: 4 }), (globs) => {
        const chosen = select(globs);
        expect(chosen).toEqual(catalogue.filter((id) => globs.some((text) => globPattern(text).test(id))));
      }),
    );
  });

  test('text without * and ? matches itself alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        fc.pre(!/[*?]/.test(text) && text !== other);
        expect(globPattern(text).test(text)).toBe(true);
        expect(globPattern(text).test(other)).toBe(false);
      }),
    );
  });
});
