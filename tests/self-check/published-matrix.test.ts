import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults } from '../../reference-impl/index.ts';
import { digestOf, type PublishedMatrix } from './published/matrix.ts';
import { publishedPage } from './published/page.ts';

function read(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

const published: PublishedMatrix = JSON.parse(read('self-check.json'));

// Where one of these fails: npm run build && node scripts/publish-self-check.mjs --changed
test('the published matrix contains every fault of the catalogue as it was tested, and no other', () => {
  expect(published.faults.map(({ name, digest }) => [name, digest])).toEqual(
    faults.map(({ name }) => [name, digestOf(name)]),
  );
  expect(published.faults.filter(({ outcomes }) => outcomes.normal === undefined)).toEqual([]);
});

test('the published page is made from the published matrix', () => {
  expect(read('self-check.md')).toBe(publishedPage(published));
});
