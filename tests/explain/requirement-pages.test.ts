import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { requirementPages } from '../../src/explain/requirement-pages.ts';
import { requirements } from '../../suites/requirements.ts';

const folder = fileURLToPath(new URL('../../docs/requirements', import.meta.url));
const howToWrite = 'run "npm run build && node scripts/write-requirement-pages.mjs"';
const pages = requirementPages();

test('docs/requirements matches the catalogue', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  expect(files.toSorted(), howToWrite).toEqual([...pages.keys()].toSorted());
  const stale = files.filter((path) => readFileSync(join(folder, path), 'utf8') !== pages.get(path));
  expect(stale, howToWrite).toEqual([]);
});

test('every requirement has a page and a row in the index that links to it', () => {
  const index = pages.get('README.md') ?? '';
  for (const { id, level } of requirements) {
    expect(index).toContain(`| [${id}](${id}.md) | ${level} | `);
    expect(pages.get(`${id}.md`)).toContain(`\n# ${id}\n\n**${level}** `);
  }
  expect(index.match(/^\| \[/gm)).toHaveLength(requirements.length);
});

test('a page links to the next steps after a violation, unless the requirement is only observed', () => {
  for (const { id, level } of requirements) {
    expect(pages.get(`${id}.md`)?.includes('replay a finding'), id).toBe(level !== 'OBSERVE');
  }
});
