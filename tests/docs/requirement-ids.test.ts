import { describe, expect, test } from 'vitest';
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
      .filter((id) => path !== 'docs/writing-a-check.md' || id !== madeUp)
      .map((id) => `${path}: ${id}`),
  );
  expect(misspelt).toEqual([]);
});

describe('what is written like an id', () => {
  test.each([
    'list/limit-bounds-count',
    'list/*',
    'create/wrong-*-type',
    'src/quota/judge',
    'evidence/requirements/list/safe.md',
    'text/plain',
    '/store/orders/x',
  ])('%s is right', (id) => {
    expect(misspeltIds(`By \`${id}\`, or ${id}.`)).toEqual([]);
  });

  test.each([
    'list/limit-bound-count',
    'list/Safe',
    'lists/limit-accepted',
    'rate/body-*',
    'quota/retry_after',
  ])('%s is none', (id) => {
    expect(misspeltIds(`By '${id}', or ${id}.`)).toEqual([id, id]);
  });
});
