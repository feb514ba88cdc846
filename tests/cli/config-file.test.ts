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

  test.each([
    ['missing.json', null, 'missing.json: the configuration file does not exist'],
    ['settings.toml', '', '"settings.toml" does not end in one of .json, .yaml, .yml'],
    ['a.json', '{\n  "seed": ]\n}', 'a.json:2:11: this is not valid YAML or JSON'],
    ['a.json', '{ "seed": 1,\n"seed": 1 }', 'a.json:2:1: this is not valid YAML or JSON: duplicate key'],
    ['a.json', `{ "a": ${'['.repeat(100_000)}`, 'a.json: this is nested too deeply'],
    ['a.yaml', '- '.repeat(100_000), 'a.yaml: this is nested too deeply'],
    ['a.yaml', 'seed: 1\nseed: 2', 'a.yaml:2:1: this is not valid YAML or JSON: duplicate key'],
    ['a.yaml', 'only: *', 'a.yaml:1:7: this is not valid YAML or JSON: bad alias'],
    ['a.yaml', 'only: *x', 'a.yaml: this has an alias without an anchor'],
    ['a.yaml', 'a: 1\n---\nb: 2', 'a.yaml:2:1: this is not valid YAML or JSON: multiple docs'],
    ['a.yaml', 'only: "auth/*', 'a.yaml:1:14: this is not valid YAML or JSON: missing char'],
    ['a.yaml', '- seed: 1', 'a.yaml:1:1: the file: it must be of type object'],
    ['a.yaml', 'seeed: 1', 'a.yaml:1:1: unknown setting "seeed"; did you mean seed?'],
  ])('%s with %j is refused', async (name, text, message) => {
    if (text !== null) {
      write({ [name]: text });
    }
    expect(await asyncRefusal(read(name))).toContain(message);
  });

  test.each([
    'apiKey: >hidden12',
    '%hidden12',
    '%YAML hidden12',
    'apiKey: "\\Uhidden12"',
    '{ apiKey:hidden12 }',
    '{ "apiKey", "hidden12" }',
    'apiKey: "a" hidden12',
    'apiKey: @hidden12',
    'apiKey: *hidden12',
    'apiKey: !hidden12 a',
    '{ apiKey: hidden12 b: c }',
  ])('%j is refused without what may be a key', async (text) => {
    write({ 'a.yaml': text });
    expect(await asyncRefusal(read('a.yaml'))).toMatch(/^a[.]yaml:(?!.*hidden12)/s);
  });
});
