import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../src/cli/configuration/config-schema.ts';
import { carriedOut } from '../cli/carried-out.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type CodeBlock, documents, markdownParts, root } from './documents.ts';

interface Shown {
  readonly document: string;
  readonly language: string;
  readonly text: string;
  readonly target: string;
}

/** Every configuration that a document shows, once for each target that it has. */
const shown = [...documents()].flatMap(([document, markdown]): Shown[] =>
  [...markdownParts(markdown)]
    .filter((part): part is CodeBlock => typeof part !== 'string')
    .filter(({ language, text }) => /^(?:yaml|json)$/.test(language) && /\bbaseUrl\b.*https?:/.test(text))
    .filter(({ text }) => !text.includes('conformance({'))
    .flatMap(({ language, text }) => targetsOf(text).map((target) => ({ document, language, text, target }))),
);

/** The names of its targets; the empty name stands for a configuration without any. */
function targetsOf(text: string): string[] {
  const names = Object.keys(parse(text).targets ?? {});
  return names.length === 0 ? [''] : names;
}

const folder = temporaryFolder();
const published = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
const isValid = published.compile(configSchema());

describe('a configuration that a document shows is read:', () => {
  test.concurrent.each(shown)('$document, $language, $target', async ({ language, text, target }) => {
    const place = mkdtempSync(join(folder, 'of-a-reader-'));
    mkdirSync(join(place, 'keys'));
    mkdirSync(join(place, 'node_modules'));
    symlinkSync(root, join(place, 'node_modules/animal-store-conformance'));
    writeFileSync(join(place, 'keys/local'), 'key-of-a-file\n');
    writeFileSync(join(place, 'keys/pro'), 'pro=another-key-of-a-file\n');
    writeFileSync(join(place, 'waivers.yaml'), 'waivers: []\n');
    writeFileSync(join(place, `conformance.config.${language}`), text);
    const ended = await carriedOut(['run', ...(target === '' ? [] : [target]), '--dry-run'], {
      folder: place,
      environment: {
        STAGING_KEY: 'a-first-key',
        STORE_KEY: 'a-second-key',
        FREE_KEY: 'free=a-fourth-key',
      },
    });
    expect(ended, ended.messages).toMatchObject({ status: 0, messages: '' });
    expect(isValid(parse(text)), JSON.stringify(isValid.errors)).toBe(true);
    expect(ended.output).toMatch(/^Dry run: nothing was sent to https?:/);
  });

  test('there are some', () => {
    expect(new Set(shown.map(({ target }) => target))).toEqual(new Set(['', 'staging', 'local']));
  });
});
