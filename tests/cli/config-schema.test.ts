import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configSchema } from '../../src/cli/configuration/config-schema.ts';
import { libraryTypes } from '../../src/cli/configuration/written-types.ts';
import { glob } from '../../src/cli/options/codecs.ts';
import { requirements } from '../../suites/requirements.ts';

const howToWrite = 'run "npm run build && node scripts/write-option-types.mjs"';

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
});
