import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, root } from './documents.ts';

/** The files and folders of this project that a text names as code; patterns and places to fill in are left out. */
function namedPaths(text: string): string[] {
  const rooms = 'src|suites|tests|scripts|docs|reference-impl|schemas|bench|assets|ci|\\.ci';
  return [...text.matchAll(new RegExp(`\`((?:${rooms})/[^\`\\s*<>{}…]*)\``, 'g'))].map(
    ([, path = '']) => path,
  );
}

test('the files and folders that the documents name are there', () => {
  const named = [...documents()]
    .flatMap(([document, text]) => namedPaths(text).map((path) => ({ document, path })));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('a path is distinguished from a pattern and from a placeholder', () => {
  const text = '`src/cli` `suites/<group>.ts` `tests/*.ts` `list/safe` src/none `docs/a.md`';
  expect(namedPaths(text)).toEqual(['src/cli', 'docs/a.md']);
});
