import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configFileNames, readConfigFile } from '../../src/cli/config-file.ts';
import { readConfigModule } from '../../src/cli/config-module.ts';
import { runCommand } from './command.ts';
import { asyncRefusal } from './given.ts';
import { keptCommand } from './kept-command.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-file-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
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
    ['js', 'export default { seed: 9 };', ''],
    ['mjs', 'export default () => ({ seed: 9 });', ''],
    ['ts', 'enum Seed { nine = 9 }\nexport default { seed: Seed.nine } satisfies object;', ''],
    ['mts', 'export default async (): Promise<object> => ({ seed: 9n });', ''],
  ])('conformance.config.%s is found and read', async (ending, text, place) => {
    write({ 'package.json': '{ "type": "commonjs" }', [`conformance.config.${ending}`]: text });
    expect(await seedIn()).toEqual(seed('9', `conformance.config.${ending}${place}: seed`));
  });

  test('one in CommonJS, and one beside which the package says that it is a module', async () => {
    write({
      'a/package.json': '{}',
      'a/common.js': 'module.exports = { seed: require("node:path").sep.length };',
    });
    write({ 'b/package.json': '{ "type": "module" }', 'b/module.js': 'export default { seed: 2 };' });
    expect(await seedIn('a/common.js')).toEqual(seed('1', 'a/common.js: seed'));
    expect(await seedIn('b/module.js')).toEqual(seed('2', 'b/module.js: seed'));
  });

  test('a module may import others, and knows its own path', async () => {
    write({
      'shared/seed.ts': 'export const seed: number = 7;',
      'conformance.config.ts': `
        import { basename } from 'node:path';
        import { seed } from './shared/seed.ts';
        import { seed as again } from './shared/seed';
        const { seed: late } = await import('./shared/seed.js');
        export default { seed: seed * again * late, only: basename(import.meta.dirname) };`,
    });
    expect(await seedIn()).toMatchObject(seed('343', 'conformance.config.ts: seed'));
    const only = (await read())?.settings.get('only');
    expect(only).toMatchObject({ values: [{ value: folder.split('/').at(-1) }] });
  });

  test('what compiles it leaves no trace in the environment', async () => {
    const before = process.env['NODE_ENV'];
    delete process.env['NODE_ENV'];
    try {
      write({ 'conformance.config.ts': 'export default { reportDir: String(process.env.NODE_ENV) };' });
      expect((await read())?.settings.get('report-dir')).toMatchObject({ values: [{ value: 'undefined' }] });
      expect(process.env['NODE_ENV']).toBeUndefined();
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });

  test('defineConfig is available in any folder', async () => {
    write({
      'conformance.config.ts': `
        import { defineConfig, requirements } from 'animal-store-conformance';
        const first: string | undefined = requirements[0]?.id;
        export default defineConfig(() => ({ seed: 5, only: first }));`,
    });
    expect(await seedIn()).toMatchObject({ values: [{ value: '5' }] });
    expect((await read())?.settings.get('only')).toMatchObject({ values: [{ value: 'auth/missing-key' }] });
  });

  test('several at once are refused with their names, unless one is named', async () => {
    write({
      'conformance.config.ts': '',
      'conformance.config.json': '{}',
      'conformance.config.yml': 'seed: 3',
    });
    expect(await asyncRefusal(read())).toBe(
      'conformance.config.json, conformance.config.yml and conformance.config.ts are here: keep one, or name one with --config',
    );
    expect(await seedIn('conformance.config.yml')).toMatchObject({ values: [{ value: '3' }] });
    expect(configFileNames).toHaveLength(7);
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
    ['missing.ts', null, 'missing.ts: the configuration file does not exist'],
    ['settings.toml', '', '"settings.toml" is not one of .json, .yaml, .yml, .js, .mjs, .ts, .mts'],
    ['a.json', '{\n  "seed": x\n}', 'a.json:2:11: this is not valid JSON; fix it there'],
    ['a.json', '', 'a.json:1:1: this is not valid JSON'],
    ['a.json', '{ "seed": 1,\n"seed": 1 }', 'a.json:2:1: duplicate key'],
    ['a.json', `{ "a": ${'['.repeat(100_000)}`, 'a.json: this is nested too deeply'],
    ['a.yaml', 'seed: 1\nseed: 2', 'a.yaml:2:1: duplicate key; remove one of the two'],
    ['a.yaml', 'only: *', 'a.yaml:1:7: this is read as an alias; put the text into quotes'],
    ['a.yaml', 'only: &x a\nskip: *x', 'a.yaml:2:7: this is an alias; write its value'],
    ['a.yaml', 'a: 1\n---\nb: 2', 'a.yaml:2:1: a second document begins here'],
    ['a.yaml', 'only: "auth/*', 'a.yaml:1:14: this is not valid YAML: Missing closing "quote'],
    [
      'a.yaml',
      '- seed: 1',
      'a.yaml:1:1: the configuration must be an object of settings, and this is a list',
    ],
    ['a.yaml', 'seeed: 1', 'a.yaml:1:1: unknown setting "seeed"; did you mean seed?'],
  ])('%s with %j is refused', async (name, text, message) => {
    if (text !== null) {
      write({ [name]: text });
    }
    expect(await asyncRefusal(read(name))).toContain(message);
  });

  test('a folder, what is no text, and what is far too large are refused', async () => {
    mkdirSync(join(folder, 'folder.json'));
    writeFileSync(join(folder, 'latin.json'), Buffer.from([0x7b, 0xff]));
    writeFileSync(join(folder, 'large.json'), ' '.repeat(1_000_001));
    expect(await asyncRefusal(read('folder.json'))).toContain('is a folder');
    expect(await asyncRefusal(read('latin.json'))).toContain('is not UTF-8 text; save it as that');
    expect(await asyncRefusal(read('large.json'))).toContain(
      'large.json: the configuration file is larger than 1 MB: this is no configuration file',
    );
  });
});

describe('a configuration that is a program', () => {
  test.each([
    [
      'a.ts',
      'interface A {}\n\nexport default { a b };',
      "a.ts:3:20: this can't be compiled: Unexpected token",
    ],
    [
      'a.mjs',
      'const a = null;\nexport default a.b;',
      'a.mjs:2: it throws TypeError: Cannot read properties of',
    ],
    [
      'a.mjs',
      'export default () => JSON.parse("{");',
      'a.mjs:1: it throws SyntaxError: Expected property name',
    ],
    ['a.mjs', 'throw "text";', 'a.mjs: it throws text'],
    ['a.mjs', 'import "not-there";', "a.mjs:1: Cannot find module 'not-there'"],
    ['a.ts', 'import "./not-there.ts";', "a.ts:1: Cannot find module './not-there.ts'"],
    ['a.ts', 'import "not-there";', "a.ts:1: Cannot find module 'not-there'"],
    ['a.mjs', 'export const seed = 1;', 'a.mjs: it has no default export: write export default { … }'],
    ['a.ts', 'export default undefined;', 'a.ts: it has no default export'],
    ['a.mjs', 'export default Promise.reject(new Error("no"));', 'a.mjs:1: it throws Error: no'],
    ['a.ts', 'export default Promise.resolve({ efort: 1 });', 'a.ts: unknown setting "efort"'],
    [
      'a.mjs',
      'const a = {}; a.a = a; export default a;',
      'a.mjs: this is nested too deeply, or holds itself',
    ],
    [
      'a.mjs',
      'export default 7;',
      'a.mjs: the configuration must be an object of settings, and this is a number',
    ],
    [
      'a.mjs',
      'export default { targets: { a: { efort: 1 } } };',
      'a.mjs: unknown setting "targets.a.efort"; did you mean effort?',
    ],
    ['a.ts', 'export default { apiKey: "sk" };', 'a.ts: apiKey: the file must not contain a key'],
  ])('%s with %j is refused in one line', async (name, text, message) => {
    write({ [name]: text });
    expect(await asyncRefusal(read(name))).toContain(message);
  });

  test('times out', async () => {
    write({ 'a.ts': 'export default () => new Promise<object>(() => undefined);' });
    await expect(readConfigModule(join(folder, 'a.ts'), 20)).rejects.toThrow('it timed out');
  });

  // What is left to Node.js, and the places of what is compiled: a test runner has imports and places of its own.
  test('is refused with its place by the command itself', async () => {
    const programs = [
      ['one.mjs', '\nexport default { a b };', "one.mjs:2:20: this can't be compiled: Unexpected token"],
      ['two.js', 'module.exports = {\n  a b };', "two.js:2:5: this can't be compiled: Unexpected token"],
      [
        'three.mjs',
        'import { x } from "./one.mjs"; export default x;',
        "one.mjs:2:20: this can't be compiled",
      ],
      [
        'four.mjs',
        '\nimport { x } from "./five.js"; export default x;',
        'five.js:2: it throws TypeError: Cannot set',
      ],
      ['five.js', 'exports.y = 1;\nexports.default.z = 2;', 'five.js:2: it throws TypeError: Cannot set'],
      [
        'six.ts',
        'interface A {}\nconst a: any = null;\n\nexport default a.b;',
        'six.ts:4: it throws TypeError',
      ],
      [
        'seven.ts',
        'type A = 1;\nexport default async () => {\n  throw new Error("no\\nway");\n};',
        'seven.ts:3: it throws Error: no',
      ],
      [
        'eight.ts',
        'import { x } from "./nine.ts"; export default x();',
        'nine.ts:3: it throws RangeError: out',
      ],
      ['ten.mjs', 'process.exit(0);', 'ten.mjs: it ends the process'],
    ] as const;
    write({
      ...Object.fromEntries(programs),
      'nine.ts': 'type A = 1;\nexport function x(): A {\n  throw new RangeError("out");\n}',
      'package.json': '{ "type": "commonjs" }',
    });
    for (const [name, , message] of programs) {
      const command = name === 'ten.mjs' ? runCommand : keptCommand;
      const { status, output, messages } = await command(['run', '--config', name], { folder });
      expect({ status, output }).toEqual({ status: 2, output: '' });
      expect(messages).toMatch(/^[^\n]*\n$/);
      expect(messages).toContain(`animal-store-conformance: ${message}`);
    }
  });
});
