import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { configSchema } from '../../src/cli/configuration/config-schema.ts';
import { knownSettings } from '../../src/cli/configuration/config-settings.ts';
import { libraryTypes } from '../../src/cli/configuration/written-types.ts';
import { glob } from '../../src/cli/options/codecs.ts';
import { readLoadSettings } from '../../src/cli/settings/load-settings.ts';
import { readRunSettings } from '../../src/cli/settings/run-settings.ts';
import { Settings } from '../../src/cli/settings/settings.ts';
import { requirements } from '../../suites/requirements.ts';
import { contentOf } from './config-text.ts';
import { refusal } from './given.ts';

const howToWrite = 'run "npm run build && node scripts/write-option-types.mjs"';
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
  configSchema(),
);
const names = [...knownSettings.keys()];

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

  test('describe every setting', () => {
    const { $defs } = JSON.parse(textOf('schemas/config.schema.json'));
    for (const name of names) {
      expect($defs[name].description).toMatch(/^[A-Z0-9].{5,}\.$/);
      expect($defs[name].description).not.toMatch(/undefined|\[|repeatable/);
    }
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

  // Every value here is of one setting, with what makes it wrong.
  test.each([
    ['effort', 'fast'],
    ['plan', 'gold'],
    ['failOn', 'may'],
    ['htmlAssets', 'none'],
    ['timeout', 5],
    ['timeout', '5'],
    ['timeout', '5 s'],
    ['maxRequests', 1.5],
    ['maxRequests', 'many'],
    ['seed', true],
    ['seed', null],
    ['seed', [1]],
    ['categoryId', [1, 'x']],
    ['planLimit', 'gold=1/2'],
    ['planLimit', ['free=1']],
    ['readOnly', 'yes'],
    ['only', ''],
    ['baseUrl', 'localhost:8080'],
    ['baseUrl', 'http://localhost/v1?x=1'],
    ['apiKey', 'secret'],
    ['apiKey', {}],
    ['apiKey', { env: 'not a name' }],
    ['apiKey', { env: 'NAME', file: 'path' }],
    ['apiKey', { file: '' }],
    ['apiKey', [{ env: 'NAME' }]],
    ['quotaKey', ['free=secret']],
    ['efort', 'smoke'],
    ['targets', []],
    ['targets', { 'http://x': {} }],
    ['targets', { one: { targets: {} } }],
    ['targets', { one: { efort: 'smoke' } }],
  ])('refuse %s: %j, as the reader does', (name, value) => {
    expect(isValid({ [name]: value })).toBe(false);
    refusal(() => read({ [name]: value }, 'run'));
  });

  test.each([
    ['rate', 'fast'],
    ['rate', '50/m'],
    ['mix', 'list'],
    ['mix', 'delete=5'],
    ['connections', 0.5],
  ])('refuse %s: %j, as the reader of a load does', (name, value) => {
    expect(isValid({ [name]: value })).toBe(false);
    refusal(() => read({ [name]: value }, 'load'));
  });
});

function read(content: object, command: 'run' | 'load'): void {
  const text = JSON.stringify({ baseUrl: 'http://localhost:8080/v1', ...content });
  const settings = new Settings(
    { command, positional: undefined, others: [], options: new Map() },
    { ANIMAL_STORE_API_KEY: 'key-of-the-tests' },
    { name: null, settings: contentOf(text).settings },
  );
  if (command === 'run') {
    readRunSettings(settings);
  } else {
    readLoadSettings(settings);
  }
}
