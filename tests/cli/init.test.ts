import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

const file = 'conformance.config.yaml';
let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

const init = (...args: string[]) => carriedOut(['init', ...args], { folder });
const written = () => readFileSync(join(folder, file), 'utf8');

describe('init', () => {
  test.each([
    [[], 'local', 'http://localhost:8080/v1'],
    [['https://staging.example.com/v1/'], 'staging', 'https://staging.example.com/v1'],
  ])('writes a file from which the other commands take the target: %j', async (args, target, baseUrl) => {
    const { status, output, messages } = await init(...args);
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(output).toContain(`npx animal-store-conformance run ${target}\n`);
    const environment = { ANIMAL_STORE_API_KEY: 'key-of-the-tests' };
    const plan = await carriedOut(['run', target, '--dry-run'], { folder, environment });
    expect(plan, plan.messages).toMatchObject({ status: 0, messages: '' });
    expect(plan.output).toContain(baseUrl);
  });

  test('every setting in its comments is one', async () => {
    await init();
    const used = written().replace(/^( *)# (?=\w+: \S+$|\w+: \[)/gm, '$1');
    expect(used).toContain('\n    readOnly: true\n');
    writeFileSync(join(folder, file), used);
    writeFileSync(join(folder, 'waivers.yaml'), 'waivers: []\n');
    const environment = { ANIMAL_STORE_API_KEY: 'key-of-the-tests', FREE_KEY: 'free=another-key-71' };
    const plan = await carriedOut(['run', 'local', '--dry-run'], { folder, environment });
    expect(plan.messages).toBe('');
    expect(plan.status).toBe(0);
  });

  test('names the schema for editors where it is installed', async () => {
    const schemas = 'node_modules/animal-store-conformance/schemas';
    mkdirSync(join(folder, schemas), { recursive: true });
    writeFileSync(join(folder, schemas, 'config.schema.json'), '{}');
    await init();
    expect(written()).toMatch(`# yaml-language-server: $schema=./${schemas}/config.schema.json\n`);
  });

  test.each([
    [file, [], 'is here already: change it, or replace it with --force'],
    ['conformance.config.json', ['--force'], 'two configuration files would be one too many'],
  ])('does not replace %s with the options %j', async (name, args, message) => {
    writeFileSync(join(folder, name), '{ "seed": 5 }');
    const { status, messages } = await init(...args);
    expect(status).toBe(2);
    expect(messages).toContain(`${name} is here already`);
    expect(messages).toContain(message);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('replaces its file with --force', async () => {
    writeFileSync(join(folder, file), 'seed: 5\n');
    expect(await init('--force')).toMatchObject({ status: 0 });
    expect(written()).toContain('local:');
  });
});
