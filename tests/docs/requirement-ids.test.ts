import { expect, test } from 'vitest';
import { markdownList } from '../../src/cli/commands/catalogue.ts';
import { requirements } from '../../suites/requirements.ts';
import { documents } from './documents.ts';

const ids: readonly string[] = requirements.map(({ id }) => id);
const groups = new Set(ids.map((id) => id.slice(0, id.indexOf('/'))));
/** What the page about writing a check makes up. */
const madeUp = 'list/any-language';
const names = new Set(ids.map((id) => id.slice(id.indexOf('/') + 1)));

/** Whatever in a text is written like the id of a requirement, or a pattern of ids, and is none. */
function misspeltIds(text: string): string[] {
  return text
    .split(/[^\w./*@-]+/)
    .map((word) => word.replace(/\.+$/, ''))
    .filter((word) => {
      const [, group = '', name = ''] = /^([a-z]+)\/([\w*-]+)$/.exec(word) ?? [];
      return (groups.has(group) && !isKnown(word)) || (!groups.has(group) && names.has(name));
    });
}

function isKnown(idOrPattern: string): boolean {
  const pattern = new RegExp(`^${idOrPattern.replaceAll('*', '.*')}$`);
  return ids.some((id) => pattern.test(id));
}

test('the documents name no requirement that is not in the catalogue', () => {
  const misspelt = [...documents()].flatMap(([path, text]) =>
    misspeltIds(text)
      .filter((id) => path !== 'docs/contribute.md' || id !== madeUp)
      .map((id) => `${path}: ${id}`),
  );
  expect(misspelt).toEqual([]);
});

test('docs/requirements.md lists the catalogue (npm run build && node scripts/write-requirements.mjs)', () => {
  expect(
    documents()
      .get('docs/requirements.md')
      ?.endsWith(`\n\n${markdownList(requirements)}`),
  ).toBe(true);
});
