import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRunSettings } from '../../src/cli/settings/run-settings.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { contentOf, settingsBeside } from './config-text.ts';
import { refusal } from './given.ts';

const settings = settingsBeside;

describe('settings of the configuration file', () => {
  test('it accepts every setting of a run', () => {
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
        minDecided: 0.9,
        reportDir: 'out',
      }).replace('"plan":', '"categoryId":[9007199254740993,-9223372036854775808],"plan":'),
      {
        STORE_KEY: 'key-of-the-store',
        OLD_KEY: 'key-of-old',
        KEYS_TO_USE_UP: 'free=first-key-1, enterprise=second-key-2',
      },
    );
    const run = readRunSettings(given);
    expect(run).toMatchObject({
      target: { kind: 'service', baseUrl: 'http://localhost:8080/v1', apiKey: 'key-of-the-store' },
      revokedKey: 'key-of-old',
      quotaKeys: [
        { plan: 'free', key: 'first-key-1' },
        { plan: 'enterprise', key: 'second-key-2' },
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
      minDecided: 0.9,
      reportDir: 'out',
    });
    expect(run.selected).toContain('get/id-matches');
    expect(run.selected).not.toContain('get/stable');
  });

  test('the command line comes before the environment, and the environment before the file', () => {
    const text = '{ "apiKey": { "env": "FILE_KEY" }, "seed": 1, "readOnly": true }';
    const environment = { FILE_KEY: 'from-file', ANIMAL_STORE_API_KEY: 'from-environment' };
    const commandLine = { 'api-key': ['from-command-line'], seed: ['2'], 'read-only': ['false'] };
    expect(settings(text, { FILE_KEY: 'from-file' }).value('api-key')).toBe('from-file');
    expect(settings(text, { ...environment, ANIMAL_STORE_API_KEY: '' }).value('api-key')).toBe('from-file');
    expect(settings(text, environment).value('api-key')).toBe('from-environment');
    expect(settings(text, environment, commandLine).value('api-key')).toBe('from-command-line');
    expect(settings(text, environment).value('seed')).toBe(1);
    expect(settings(text, environment, commandLine).value('seed')).toBe(2);
    expect(settings(text, environment).flag('read-only')).toBe(true);
    expect(settings(text, environment, commandLine).flag('read-only')).toBe(false);
  });

  test('a key in it is refused, and not repeated', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9]{16,30}$/);
    fc.assert(
      fc.property(key, fc.constantFrom('apiKey', 'revokedKey', 'quotaKey'), (secret, name) => {
        for (const text of [
          JSON.stringify({ [name]: secret }),
          JSON.stringify({ [name]: [secret] }),
          JSON.stringify({ [name]: { value: secret } }),
          JSON.stringify({ [name]: { env: `${secret} ` } }),
          JSON.stringify({ [name]: { env: 'NAME', file: secret } }),
          JSON.stringify({ targets: { one: { [name]: secret } } }),
        ]) {
          expect(refusal(() => contentOf(text))).not.toContain(secret);
        }
      }),
      { numRuns: 20 },
    );
    expect(refusal(() => contentOf('{ "apiKey": "abc" }'))).toContain('{ "env": "NAME" }');
  });

  test('several keys may be named, each from another place', () => {
    const text = '{ "quotaKey": [{ "env": "ONE" }, { "env": "OTHERS" }] }';
    const given = settings(text, { ONE: 'free=first', OTHERS: 'pro=second, business=third' });
    expect(given.values('quota-key')).toEqual([
      { plan: 'free', key: 'first' },
      { plan: 'pro', key: 'second' },
      { plan: 'business', key: 'third' },
    ]);
    expect(refusal(() => contentOf('{ "apiKey": [{ "env": "ONE" }] }'))).toContain('{ "env": "NAME" }');
  });
});

describe('a key in a file of its own', () => {
  let folder = '';

  beforeAll(() => {
    folder = temporaryFolder();
  });

  function keyIn(content: string): string | null {
    const path = join(folder, 'key');
    writeFileSync(path, content);
    return settings(JSON.stringify({ apiKey: { file: path } })).value('api-key');
  }

  test.each([
    ['a-key', 'a-key'],
    ['a-key\n', 'a-key'],
    ['a-key\r\n', 'a-key'],
    ['\uFEFFa-key\n', 'a-key'],
  ])('%j is read without its line ending', (content, key) => {
    expect(keyIn(content)).toBe(key);
  });

  test('a path starts from the folder of the configuration file, and is not repeated', () => {
    const { settings: read } = contentOf('{ "apiKey": { "file": "keys/staging" } }');
    expect(read.get('api-key')).toMatchObject({
      references: [{ kind: 'file', name: '/project/keys/staging' }],
    });
    const missing = refusal(() => settings('{ "apiKey": { "file": "sk_live_4711" } }').one('api-key'));
    expect(missing).toBe(
      'config.json:1:13: apiKey: the file that it names does not exist; paths start from the folder of the configuration file',
    );
  });

  test('a key for each plan', () => {
    writeFileSync(join(folder, 'free'), 'free=one\n');
    writeFileSync(join(folder, 'pro'), 'pro=two\n');
    const files = ['free', 'pro'].map((name) => ({ file: join(folder, name) }));
    expect(settings(JSON.stringify({ quotaKey: files })).values('quota-key')).toEqual([
      { plan: 'free', key: 'one' },
      { plan: 'pro', key: 'two' },
    ]);
  });
});
