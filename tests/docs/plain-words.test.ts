import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faults, variants } from '../../reference-impl/index.ts';
import { declarations } from '../../src/cli/commands/declarations.ts';
import { commandHelp, programHelp } from '../../src/cli/help-text.ts';
import { goneWordings } from '../plain-words.ts';
import { documents } from './documents.ts';
import { markdownParts } from './markdown-parts.ts';

/** The first argument of `test`, `it`, `describe` and what their `each` returns. */
const title = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

const quotedText = /(['`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Docstrings and comments, except a `/*` within a text; lines of `//` one below the other are one comment. */
const comment = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;

function sourcesIn(folder: string, names: RegExp): { readonly name: string; readonly source: string }[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => names.test(name));
  return files.map((name) => ({ name, source: readFileSync(join(path, name), 'utf8') }));
}

/** A text of a source file. */
interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** The texts that a pattern finds in the source files of a folder, outside of comments. */
function textsIn(folder: string, names: RegExp, pattern: RegExp): SourceText[] {
  return sourcesIn(folder, names).flatMap(({ name, source }) =>
    [...source.replace(comment, '').matchAll(pattern)].map(([, , text = '']) => ({ name, text })),
  );
}

/** The texts of the comments of a folder in one line each, without names in code. */
function commentsIn(folder: string): SourceText[] {
  return sourcesIn(folder, /\.tsx?$/).flatMap(({ name, source }) =>
    [...source.matchAll(comment)].map(([lines]) => ({
      name,
      text: lines
        .replace(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
        .replace(/`[^`]*`/g, 'NAME')
        .replace(/\s+/g, ' ')
        .trim(),
    })),
  );
}

/** What a reader reads of a document: no blocks of code, no names in code, no comments. */
function prose(markdown: string): string {
  const lines = [...markdownParts(markdown.replace(/<!--[\s\S]*?-->/g, ''))];
  return lines
    .filter((part) => typeof part === 'string')
    .join('\n')
    .replace(/`[^`\n]*`/g, '');
}

function goneFrom(texts: readonly SourceText[], place: 'document' | 'title' | 'comment'): string[] {
  return texts.flatMap(({ name, text }) => goneWordings(text, place).map((found) => `${name}: ${found}`));
}

describe('the terms of the field are used', () => {
  test.each([...documents()])('in %s', (_path, text) => {
    expect(goneWordings(prose(text), 'document')).toEqual([]);
  });

  test.each(Object.entries({ faults, variants }))('in the descriptions of %s', (_kind, rows) => {
    const texts = rows.map(({ name, description }) => `${name}: ${description}`);
    expect(texts.flatMap((text) => goneWordings(text, 'document'))).toEqual([]);
  });

  test.each(declarations)('in the help of $name', async (command) => {
    expect(goneWordings(await commandHelp(command, 1_000, 'all'), 'document')).toEqual([]);
  });

  test('in the messages of the program', () => {
    const messages = textsIn('../../src', /\.tsx?$/, quotedText).filter(({ text }) => text.includes(' '));
    expect(messages.length).toBeGreaterThan(1_000);
    expect(goneFrom(messages, 'document')).toEqual([]);
  });

  test.each(['../../src', '../../suites'])('in the comments of %s', (folder) => {
    const comments = commentsIn(folder);
    expect(comments.length).toBeGreaterThan(300);
    expect(goneFrom(comments, 'comment')).toEqual([]);
  });

  test('in the titles of tests', () => {
    const titles = textsIn('..', /\.test\.ts$/, title);
    expect(titles.length).toBeGreaterThan(3_000);
    expect(goneFrom(titles, 'title')).toEqual([]);
  });

  test('in the help of the program', async () => {
    expect(goneWordings(programHelp(declarations, 1_000), 'document')).toEqual([]);
  });
});
