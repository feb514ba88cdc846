import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { replayDeclaration } from '../../src/cli/commands/replay-declaration.ts';
import { checksOf, readRecordedRun } from '../../src/cli/replay-settings.ts';
import { foldRun } from '../../src/report/fold.ts';
import { propertyRuns } from '../property-runs.ts';
import { faultless, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { contentOf } from './config-text.ts';
import { refusal } from './given.ts';

const environment = { ANIMAL_STORE_API_KEY: 'kQ7zR2mWx9' };

function reportOf(command: string, baseUrl = 'http://127.0.0.1:8080/v1') {
  return foldRun([
    runStarted({ command, baseUrl, seed: 7, effort: 'smoke' }),
    ...faultless(),
    found('list/unique-ids', 40),
    runFinished(),
  ]);
}

/** A configuration with a key for each of two addresses. */
const file = {
  label: 'config.json',
  ...contentOf(
    JSON.stringify({
      readOnly: true,
      targets: {
        staging: { baseUrl: 'http://127.0.0.1:8080/v1/', apiKey: { env: 'STAGING_KEY' }, effort: 'thorough' },
        other: { baseUrl: 'http://127.0.0.1:8080/v1', apiKey: { env: 'OTHER_KEY' } },
        wrong: { baseUrl: 'no address' },
      },
    }),
  ),
};

function settingsOf(command: string, args: readonly string[] = [], baseUrl?: string) {
  const invocation = checkArguments(['report.json', ...args], replayDeclaration);
  return readRecordedRun(
    reportOf(command, baseUrl),
    invocation,
    { environment, currentFolder: '/' },
    '"report.json"',
    null,
  ).run;
}

describe('what a replay takes from a report', () => {
  test('is the target and what the checks need to be the same', () => {
    const command =
      "npx animal-store-conformance run http://x.example --plan pro --category-id 7 --category-id=8 --timeout '3s' --read-only --only 'list/*'";
    expect(settingsOf(command)).toMatchObject({
      target: { kind: 'service', baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'kQ7zR2mWx9' },
      plan: 'pro',
      categoryIds: [7n, 8n],
      timeoutMs: 3_000,
      readOnly: true,
      seed: 7,
      effort: 'smoke',
    });
  });

  test('is no key, file or folder', () => {
    const command =
      'animal-store-conformance run http://x.example --api-key stolen --quota-key free=stolen --revoked-key stolen --config /etc/passwd --report-dir /etc --waivers /etc/passwd';
    expect(settingsOf(command)).toMatchObject({
      target: { apiKey: 'kQ7zR2mWx9' },
      quotaKeys: [],
      revokedKey: null,
      reportDir: null,
    });
  });

  test('is no way to the service: that is what is given now', () => {
    const command =
      'animal-store-conformance run http://x.example --resolve x.example:80:192.0.2.7 --header "X-A: $ANIMAL_STORE_HEADER_1" --ca-file /etc/passwd';
    expect(settingsOf(command)).toMatchObject({ transport: { address: null, headers: [] } });
    expect(settingsOf(command, ['--header', 'X-A: b'])).toMatchObject({
      transport: { headers: [{ name: 'X-A', value: 'b' }] },
    });
  });

  test('gives way to what is given now', () => {
    const command = 'animal-store-conformance run --reference --timeout 3s';
    expect(settingsOf(command).target).toEqual({ kind: 'reference' });
    const args = ['--base-url', 'http://127.0.0.1:1/v1', '--timeout', '5s', '--revoked-key', 'oLd8kEy5x1'];
    expect(settingsOf(command, args)).toMatchObject({
      target: { kind: 'service', baseUrl: 'http://127.0.0.1:1/v1' },
      timeoutMs: 5_000,
      revokedKey: 'oLd8kEy5x1',
    });
  });

  test.each([
    ['animal-store-conformance run x --plan gold', 'http://127.0.0.1:8080/v1'],
    ['animal-store-conformance run', '--api-key=x'],
    ['animal-store-conformance run', 'file:///etc/passwd'],
    ["run --timeout 'soon", 'http://127.0.0.1:8080/v1'],
  ])('is refused in one line where it is damaged: %s %s', (command, baseUrl) => {
    expect(refusal(() => settingsOf(command, [], baseUrl))).not.toContain('kQ7zR2mWx9');
  });

  test('any command is taken from or refused in one line', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '--plan',
        '--timeout',
        '--category-id=',
        '--read-only=7',
        '--',
        '--api-key',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const command = words.join(' ');
        try {
          expect(settingsOf(command).target).toMatchObject({ apiKey: 'kQ7zR2mWx9' });
        } catch {
          refusal(() => settingsOf(command));
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  test('the checks that brought a finding about are named by its command', () => {
    const [finding] =
      reportOf('animal-store-conformance run http://x.example').requirements.find(
        ({ id }) => id === 'list/unique-ids',
      )?.findings ?? [];
    expect(finding).toBeDefined();
    if (finding !== undefined) {
      const rerun = "x run u --only 'list/unique-ids' --only 'get/stable' --only 'made/up'";
      const known = ['list/unique-ids', 'get/stable'];
      expect(checksOf({ ...finding, rerun }, 'list/unique-ids', known)).toEqual(known);
    }
  });
});

describe('what a replay takes from the configuration', () => {
  const keys = { STAGING_KEY: 'key-of-staging', OTHER_KEY: 'key-of-other' };

  function keyFor(command: string, baseUrl?: string, args: readonly string[] = []) {
    const invocation = checkArguments(['report.json', ...args], replayDeclaration);
    return readRecordedRun(
      reportOf(command, baseUrl),
      invocation,
      { environment: keys, currentFolder: '/' },
      '"report.json"',
      file,
    ).run;
  }

  test('is the key for the address that the report names, and nothing else', () => {
    expect(keyFor('npx animal-store-conformance run http://127.0.0.1:8080/v1')).toMatchObject({
      target: { apiKey: 'key-of-staging' },
      effort: 'smoke',
      readOnly: false,
    });
    expect(keyFor('npx animal-store-conformance run other --seed 7')).toMatchObject({
      target: { apiKey: 'key-of-other' },
    });
    expect(
      keyFor('npx animal-store-conformance run staging', undefined, ['--api-key', 'given-key-1']),
    ).toMatchObject({
      target: { apiKey: 'given-key-1' },
    });
  });

  test('is the key for an address that is given, however it is written', () => {
    const given = ['--base-url', 'HTTP://127.0.0.1:8080/v1/'];
    expect(keyFor('npx animal-store-conformance run x', 'http://evil.example/v1', given)).toMatchObject({
      target: { apiKey: 'key-of-staging', baseUrl: 'http://127.0.0.1:8080/v1' },
    });
    expect(refusal(() => keyFor('run x', undefined, ['--base-url', 'x:1']))).toMatch(/^--base-url: /);
  });

  test('is never a key for another address', () => {
    const missing = 'the API key is missing: give --api-key KEY or set ANIMAL_STORE_API_KEY';
    expect(refusal(() => keyFor('npx animal-store-conformance run staging', 'http://evil.example/v1'))).toBe(
      missing,
    );
    const elsewhere = ['--base-url', 'http://evil.example/v1'];
    expect(refusal(() => keyFor('npx animal-store-conformance run staging', undefined, elsewhere))).toBe(
      missing,
    );
  });
});
