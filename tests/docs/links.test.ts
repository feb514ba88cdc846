import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../property-runs.ts';
import { documents, root } from './documents.ts';
import { headingAnchors, linkTargets } from './markdown-links.ts';

/** The links of documents that lead nowhere, each with its document. Those to the web are not followed. */
function brokenLinks(texts: ReadonlyMap<string, string>, exists: (path: string) => boolean): string[] {
  return [...texts].flatMap(([path, text]) =>
    linkTargets(text)
      .filter((target) => !/^(?:https?:\/\/|mailto:)./.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#').map(decodeURIComponent);
        const aim = file === '' ? path : posix.join(dirname(path), file);
        const page = texts.get(aim) ?? texts.get(posix.join(aim, 'README.md'));
        return (
          target === '' ||
          file.startsWith('/') ||
          // Neither what lies beside a clone nor what only a build writes is there for every reader.
          /^(?:\.\.|dist|node_modules|coverage|api-docs)(?:\/|$)/.test(aim) ||
          !(texts.has(aim) || exists(aim)) ||
          (anchor !== undefined && (page === undefined || !headingAnchors(page).has(anchor)))
        );
      })
      .map((target) => `${path}: ${target}`),
  );
}

test('no link of a document leads nowhere', () => {
  const texts = documents();
  expect([...texts.values()].flatMap(linkTargets).length).toBeGreaterThan(100);
  expect(brokenLinks(texts, (path) => existsSync(join(root, path)))).toEqual([]);
});

describe('a link', () => {
  const texts = (link: string) =>
    new Map([
      ['docs/here.md', `# Here\n\nSee [there](${link}).`],
      ['docs/there.md', '# There\n\n## A part\n\n## A part\n\n```sh\n# no heading\n```\n'],
      ['docs/more/README.md', '# More'],
    ]);
  const exists = (path: string) => ['LICENSE', 'docs/more', 'dist/main.js', '../LICENSE'].includes(path);

  test.each([
    'there.md',
    './there.md#a-part',
    'there.md#a-part-1',
    '#here',
    '../LICENSE',
    'more',
    'more#more',
    'https://example.com/any',
  ])('to %s leads somewhere', (link) => {
    expect(brokenLinks(texts(link), exists)).toEqual([]);
  });

  test.each([
    '',
    'their.md',
    'There.md',
    'there.md#a-part-2',
    'there.md#no-heading',
    '#there',
    '../../LICENSE',
    '../dist/main.js',
    '/LICENSE',
    '../LICENSE#part',
    'example.com/any',
  ])('to "%s" leads nowhere', (link) => {
    expect(brokenLinks(texts(link), exists)).toEqual([`docs/here.md: ${link}`]);
  });
});

describe('of Markdown', () => {
  test('links are read in every notation', () => {
    const text = [
      '[a](one.md) and ![b](two.png "a title"), [![c](three.svg)](four.md)',
      'a [link over\nlines](five.md), <a href="six.md">six</a>, [of](seven_(7).md)',
      '[name]: eight.md',
    ].join('\n');
    expect(linkTargets(text).toSorted()).toEqual(
      [
        'one.md',
        'two.png',
        'three.svg',
        'four.md',
        'five.md',
        'six.md',
        'seven_(7).md',
        'eight.md',
      ].toSorted(),
    );
  });

  test('inline code is no link', () => {
    expect(linkTargets('`[a](b)` ``[a](`)`` [c](d) `e`')).toEqual(['d']);
  });

  test('a block of code has neither links nor headings, whatever it contains', () => {
    const line = fc.oneof(
      fc.constantFrom('# heading', '[a](b)', '``', '~~~', '  ```', '```js', '[a]: b', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('````', '~~~~~'), (lines, marks) => {
        const inside = lines.map((one) => one.replaceAll(/[\r\n]|[`~]{4,}/g, ''));
        const text = [`${marks}text`, ...inside, marks, '[after](after.md)', '# After'].join('\n');
        expect(linkTargets(text)).toEqual(['after.md']);
        expect([...headingAnchors(text)]).toEqual(['after']);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test.each([
    ["## What a run looks for, and what it can't see", 'what-a-run-looks-for-and-what-it-cant-see'],
    ['## get/, responses/ and errors/', 'get-responses-and-errors'],
    ['# `report.json` & _more_', 'reportjson--_more_'],
    ['### [A link](there.md) ###', 'a-link'],
    ['# Größe – 100 %', 'größe--100-'],
  ])('the heading %s has its anchor', (heading, anchor) => {
    expect([...headingAnchors(heading)]).toEqual([anchor]);
  });
});

test('the files and folders that the documents name as code are there', () => {
  const rooms = 'src|suites|tests|scripts|docs|reference-impl|schemas|bench|assets|ci|\\.ci';
  const path = new RegExp(`\`((?:${rooms})/[^\`\\s*<>{}…]*)\``, 'g');
  const named = [...documents()].flatMap(([document, text]) =>
    [...text.matchAll(path)].map(([, path = '']) => ({ document, path })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
