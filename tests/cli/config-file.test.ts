import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfigFile } from '../../src/cli/configuration/config-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { asyncRefusal } from './given.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function read(named?: string) {
  return readConfigFile(named, folder);
}

async function seedIn(named?: string): Promise<unknown> {
  return (await read(named))?.settings.get('seed');
}

function seed(value: string, label: string) {
  return { kind: 'values', values: [{ value, label }] };
}

describe('the configuration file', () => {
  test('none is needed', async () => {
    expect(await read()).toBeNull();
  });

  test.each([
    ['json', '{ "seed": 9 }', ':1:11'],
    ['yaml', '# of the project\nseed: 9\n', ':2:7'],
    ['yml', 'seed: 9', ':1:7'],
  ])('conformance.config.%s is found and read', async (ending, text, place) => {
    write({ [`conformance.config.${ending}`]: text });
    expect(await seedIn()).toEqual(seed('9', `conformance.config.${ending}${place}: seed`));
  });

  test('several at once are refused with their names, unless one is named', async () => {
    write({
      'conformance.config.json': '{}',
      'conformance.config.yml': 'seed: 3',
    });
    expect(await asyncRefusal(read())).toBe(
      'conformance.config.json and conformance.config.yml are here: keep one, or name one with --config',
    );
    expect(await seedIn('conformance.config.yml')).toMatchObject({ values: [{ value: '3' }] });
  });

  test('another place, with or without a byte order mark', async () => {
    write({ 'some/other.json': '\uFEFF{ "seed": 9 }', 'some/other.yaml': '\uFEFFseed: 9' });
    expect(await seedIn('some/other.json')).toEqual(seed('9', 'some/other.json:1:11: seed'));
    expect(await seedIn(join(folder, 'some/other.yaml'))).toEqual(
      seed('9', `${folder}/some/other.yaml:1:7: seed`),
    );
  });

  test('an empty YAML file says nothing, and is no mistake', async () => {
    write({ 'conformance.config.yaml': '# seed: 5\n' });
    expect((await read())?.settings.size).toBe(0);
  });
});
