import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { configSchema } from '../../src/cli/configuration/config-schema.ts';
import { libraryTypes } from '../../src/cli/configuration/written-types.ts';
import { glob } from '../../src/cli/options/codecs.ts';
import { requirements } from '../../suites/requirements.ts';
import { contentOf } from './config-text.ts';

const howToWrite = 'run "npm run build && node scripts/write-option-types.mjs"';
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
  configSchema(),
);

function root(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

function textOf(path: string): string {
  return readFileSync(root(path), 'utf8');
}

/** The order of white space and line breaks aside, as a formatter may choose them. */
function words(text: string): string[] {
  return text.split(/[\s*|]+/);
}

describe('the published schema and types', () => {
  test('are those of the options that the commands have now', () => {
    expect(JSON.parse(textOf('schemas/config.schema.json')), howToWrite).toEqual(configSchema());
    expect(words(textOf('src/library/program-settings.ts')), howToWrite).toEqual(words(libraryTypes()));
  });

  test('suggest the groups of the catalogue', () => {
    const groups = new Set(requirements.map(({ id }) => `${id.split('/')[0]}/*`));
    expect(glob.schema).toMatchObject({ examples: [...groups] });
  });

  test('accept what the documents show, and so does the reader', () => {
    const documents = ['README.md', ...readdirSync(root('docs')).map((name) => `docs/${name}`)];
    const blocks = documents
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => [...textOf(path).matchAll(/^```(yaml|json)\n(.*?)^```/gms)]);
    const examples = blocks.filter(([, , text = '']) => {
      const content: unknown = parseDocument(text).toJS();
      return typeof content === 'object' && content !== null && ('targets' in content || 'apiKey' in content);
    });
    expect(examples.length).toBeGreaterThan(0);
    for (const [, format, text = ''] of examples) {
      expect(isValid(parse(text)), JSON.stringify(isValid.errors)).toBe(true);
      expect(() => contentOf(text, format === 'json' ? 'json' : 'yaml')).not.toThrow();
    }
  });
});
