import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configSchema } from '../../src/cli/configuration/config-schema.ts';
import { glob } from '../../src/cli/options/service-values.ts';
import { programSettings } from '../../src/cli/options/table.ts';
import { requirements } from '../../suites/requirements.ts';

const howToWrite = 'run "npm run build && node scripts/write-config-schema.mjs"';

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

describe('the published schema and types', () => {
  test('are those of the options that the commands have now', () => {
    expect(JSON.parse(textOf('schemas/config.schema.json')), howToWrite).toEqual(configSchema());
    const members = [...textOf('src/library/program-settings.ts').matchAll(/^ {2}readonly (\w+)/gm)];
    expect(['apiKey', 'baseUrl', ...members.map(([, name]) => name)].toSorted()).toEqual(
      [...programSettings.keys()].toSorted(),
    );
  });

  test('suggest the groups of the catalogue', () => {
    const groups = new Set(requirements.map(({ id }) => `${id.split('/')[0]}/*`));
    expect(glob.examples).toEqual([...groups]);
  });
});
