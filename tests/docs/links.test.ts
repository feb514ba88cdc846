import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { documents, headingAnchors, linkTargets, root } from './documents.ts';

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
  expect([...texts.values()].flatMap(linkTargets).length).toBeGreaterThan(50);
  expect(brokenLinks(texts, (path) => existsSync(join(root, path)))).toEqual([]);
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
