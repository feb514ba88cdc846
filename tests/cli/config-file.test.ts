import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/run-declaration.ts';
import { readConfigFile } from '../../src/cli/config-file.ts';
import { readRunSettings } from '../../src/cli/run-settings.ts';
import { type Environment, Settings } from '../../src/cli/settings.ts';
import { refusal } from './given.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-file-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function read(text: string) {
  writeFileSync(join(folder, 'conformance.config.json'), text);
  return readConfigFile(undefined, folder, runDeclaration.options);
}

function settings(text: string, environment: Environment = {}, options: Record<string, string[]> = {}) {
  const invocation = {
    command: 'run',
    positional: undefined,
    others: [],
    options: new Map(Object.entries(options)),
  };
  return new Settings(invocation, environment, read(text));
}

describe('the configuration file', () => {
  test('none is needed', () => {
    expect(readConfigFile(undefined, folder, runDeclaration.options)).toBeNull();
  });

  test('every setting of a run can stand in it', () => {
    const given = settings(
      JSON.stringify({
        $schema: 'anything',
        baseUrl: 'http://localhost:8080/v1/',
        apiKey: { env: 'STORE_KEY' },
        revokedKey: { env: 'OLD_KEY' },
        quotaKey: { env: 'KEYS_TO_USE_UP' },
        dayQuota: true,
        overshoot: 9,
        probeBan: true,
        plan: 'pro',
        planLimit: ['enterprise=5/50', 'free=6/60'],
        minute: '2s',
        day: '1m',
        only: ['auth/*', 'get/*'],
        skip: 'get/stable',
        readOnly: true,
        effort: 'smoke',
        seed: 7,
        maxRequests: 40,
        maxTime: '5m',
        timeout: '1s',
        consistencyGrace: '0s',
        failOn: 'should',
        requireComplete: true,
        reportDir: 'out',
      }).replace('"plan":', '"categoryId":[9007199254740993,-9223372036854775808],"plan":'),
      {
        STORE_KEY: 'key-of-the-store',
        OLD_KEY: 'key-of-old',
        KEYS_TO_USE_UP: 'free=first, enterprise=second',
      },
    );
    const run = readRunSettings(given, new Set());
    expect(run).toMatchObject({
      target: { kind: 'service', baseUrl: 'http://localhost:8080/v1', apiKey: 'key-of-the-store' },
      revokedKey: 'key-of-old',
      quotaKeys: [
        { plan: 'free', key: 'first' },
        { plan: 'enterprise', key: 'second' },
      ],
      dayQuota: true,
      overshoot: 9,
      probeBan: true,
      plan: 'pro',
      planLimits: { enterprise: { perMinute: 5, perDay: 50 }, free: { perMinute: 6, perDay: 60 } },
      categoryIds: [9007199254740993n, -9223372036854775808n],
      minuteMs: 2_000,
      dayMs: 60_000,
      readOnly: true,
      effort: 'smoke',
      seed: 7,
      maxRequests: 40,
      maxTimeMs: 300_000,
      timeoutMs: 1_000,
      consistencyGraceMs: 0,
      failOn: 'should',
      requireComplete: true,
      reportDir: 'out',
    });
    expect(run.selected).toContain('get/id-matches');
    expect(run.selected).not.toContain('get/stable');
  });

  test('the command line comes before the environment, and the environment before the file', () => {
    const text = '{ "apiKey": { "env": "FILE_KEY" }, "seed": 1, "readOnly": true }';
    const environment = { FILE_KEY: 'from-file', ANIMAL_STORE_API_KEY: 'from-environment' };
    const commandLine = { 'api-key': ['from-command-line'], seed: ['2'], 'read-only': ['false'] };
    expect(settings(text, { FILE_KEY: 'from-file' }).one('api-key')?.text).toBe('from-file');
    expect(settings(text, { ...environment, ANIMAL_STORE_API_KEY: '' }).one('api-key')?.text).toBe(
      'from-file',
    );
    expect(settings(text, environment).one('api-key')?.text).toBe('from-environment');
    expect(settings(text, environment, commandLine).one('api-key')?.text).toBe('from-command-line');
    expect(settings(text, environment).one('seed')?.text).toBe('1');
    expect(settings(text, environment, commandLine).one('seed')?.text).toBe('2');
    expect(settings(text, environment).flag('read-only')).toBe(true);
    expect(settings(text, environment, commandLine).flag('read-only')).toBe(false);
  });

  test.each([
    ['{ "maxRequest": 5 }', 'unknown setting "maxRequest"; did you mean maxRequests?'],
    ['{ "max-requests": 5 }', 'unknown setting "max-requests"; did you mean maxRequests?'],
    ['{ "API_KEY": "" }', 'unknown setting "API_KEY"; did you mean apiKey?'],
    ['{ "dryRun": true }', 'unknown setting "dryRun"'],
    ['{ "__proto__": {} }', 'unknown setting "__proto__"'],
    ['{ "readOnly": "yes" }', '"readOnly" in conformance.config.json: expected true or false, found text'],
    ['{ "seed": [1] }', '"seed" in conformance.config.json: expected text or a number, found a list'],
    ['{ "seed": null }', 'expected text or a number, found null'],
    ['{ "seed": {} }', 'expected text or a number, found an object'],
    ['{ "effort": "" }', 'expected text or a number, found empty text'],
    ['[]', 'the configuration must be a JSON object'],
    ['7', 'the configuration must be a JSON object'],
    ['{\n  "seed": x\n}', 'not valid JSON at line 2, column 11'],
    ['', 'not valid JSON at line 1, column 1'],
    ['{ "seed": 1, "seed": 2 }', 'not valid JSON at line 1'],
  ])('%j is refused', (text, message) => {
    expect(refusal(() => read(text))).toContain(message);
  });

  test('values are held to the same rules as on the command line', () => {
    const given = settings('{ "seed": 1.5, "effort": "fast", "baseUrl": "http://x" }', {
      ANIMAL_STORE_API_KEY: 'k',
    });
    expect(refusal(() => readRunSettings(given, new Set()))).toBe(
      '"effort" in conformance.config.json: "fast" is none of smoke, normal, thorough',
    );
  });

  test('a key never stands in it, and is not repeated', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9]{16,30}$/);
    fc.assert(
      fc.property(key, fc.constantFrom('apiKey', 'revokedKey', 'quotaKey'), (secret, name) => {
        for (const text of [
          JSON.stringify({ [name]: secret }),
          JSON.stringify({ [name]: [secret] }),
          JSON.stringify({ [name]: { value: secret } }),
          JSON.stringify({ [name]: { env: `${secret} ` } }),
          `{ "${name}": ${secret} }`,
          `{ "${name}": "${secret}`,
        ]) {
          expect(refusal(() => read(text))).not.toContain(secret);
        }
      }),
      { numRuns: 20 },
    );
    expect(refusal(() => read('{ "apiKey": "abc" }'))).toContain('write { "env": "NAME" }');
  });

  test('the variable that it names must be set, where its key is needed', () => {
    const text = '{ "apiKey": { "env": "STORE_KEY" } }';
    expect(refusal(() => settings(text).one('api-key'))).toBe(
      '"apiKey" in conformance.config.json: the environment variable STORE_KEY is not set',
    );
    expect(refusal(() => settings('{ "apiKey": { "env": "sk_live_abc" } }').one('api-key'))).toBe(
      '"apiKey" in conformance.config.json: the environment variable that it names is not set',
    );
    expect(refusal(() => settings(text, { STORE_KEY: '' }).one('api-key'))).toContain('STORE_KEY is empty');
    expect(settings(text, {}, { 'api-key': ['k'] }).one('api-key')?.text).toBe('k');
  });

  test('another place, with or without a byte order mark', () => {
    writeFileSync(join(folder, 'other.json'), '\uFEFF{ "seed": 9 }');
    const file = readConfigFile('other.json', folder, runDeclaration.options);
    expect(file?.settings.get('seed')).toMatchObject({
      values: [{ text: '9', label: '"seed" in other.json' }],
    });
  });

  test('a file that is not there, or no file, is refused', () => {
    mkdirSync(join(folder, 'folder.json'));
    const refused = (path: string) => refusal(() => readConfigFile(path, folder, runDeclaration.options));
    expect(refused('missing.json')).toContain('missing.json: the configuration file does not exist');
    expect(refused('folder.json')).toContain('is a folder');
    expect(refused('settings.yaml')).toContain('this version reads .json files only');
  });

  test.each(['yaml', 'js', 'ts'])('a conformance.config.%s is not passed over in silence', (ending) => {
    writeFileSync(join(folder, `conformance.config.${ending}`), '');
    expect(refusal(() => readConfigFile(undefined, folder, runDeclaration.options))).toContain(
      `conformance.config.${ending}: this version reads conformance.config.json only`,
    );
  });
});
