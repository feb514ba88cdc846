import { expect, test } from 'vitest';
import { glossary } from '../../src/report/html/legend.tsx';
import { documents } from './documents.ts';

const rows = [...(documents().get('docs/glossary.md') ?? '').matchAll(/^\| (.+) \| (.+) \|$/gm)]
  .map(([, term = '', meaning = '']) => [term, meaning] as const)
  .filter(([term]) => term !== 'term');

test('the report defines terms as the glossary does', () => {
  expect(rows).toEqual(expect.arrayContaining([...glossary]));
});

test('the glossary is in alphabetical order, each term once', () => {
  const terms = rows.map(([term]) => term);
  expect(terms).toEqual([...new Set(terms)].sort((left, right) => left.localeCompare(right, 'en')));
});
