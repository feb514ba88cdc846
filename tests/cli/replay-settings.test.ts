import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { checksOf, readRecordedRun } from '../../src/cli/commands/replay.ts';
import { replayDeclaration } from '../../src/cli/commands/report-commands.ts';
import type { RunArguments } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { faultless, found, madeReport } from '../report/made-up-run.ts';
import { contentOf } from './config-text.ts';
import { refusal } from './given.ts';

const environment = { ANIMAL_STORE_API_KEY: 'kQ7zR2mWx9' };

function reportOf(argv: Partial<RunArguments>, baseUrl = 'http://127.0.0.1:8080/v1') {
  const none = { target: baseUrl, checks: [], planLimits: [], wholeRun: [] };
  return madeReport([...faultless(), found('list/unique-ids', 40)], {
    argv: { ...none, ...argv },
    baseUrl,
    seed: 7,
    effort: 'smoke',
  });
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

function settingsOf(argv: Partial<RunArguments>, args: readonly string[] = [], baseUrl?: string) {
  const invocation = checkArguments(['report.json', ...args], replayDeclaration);
  const program = { environment, currentFolder: '/' };
  return readRecordedRun(reportOf(argv, baseUrl), invocation, program, '"report.json"', null);
}

describe('what a replay takes from a report', () => {
  test('is the target and what the checks need to be the same', () => {
    const checks = [
      '--plan',
      'pro',
      '--category-id',
      '7',
      '--category-id=8',
      '--timeout',
      '3s',
      '--read-only',
    ];
    expect(settingsOf({ checks, wholeRun: ['--only', 'list/*', '--max-requests', '9'] })).toMatchObject({
      reference: false,
      baseUrl: 'http://127.0.0.1:8080/v1',
      apiKey: 'kQ7zR2mWx9',
      plan: 'pro',
      categoryIds: [7n, 8n],
      timeoutMs: 3_000,
      readOnly: true,
      maxRequests: null,
      seed: 7,
      effort: 'smoke',
    });
  });

  test('is no key, file or folder', () => {
    const planLimits = ['--quota-key', 'free=stolen-key-1'];
    const checks = ['--api-key', 'stolen-key-1', '--revoked-key', 'stolen-key-2', '--config', '/etc/passwd'];
    expect(settingsOf({ checks, planLimits })).toMatchObject({
      apiKey: 'kQ7zR2mWx9',
      quotaKeys: [],
      revokedKey: null,
      reportDir: null,
    });
  });

  test('is nothing that decides where a run writes, what it prints or whether it sends', () => {
    const invocation = checkArguments(['report.json'], replayDeclaration);
    const program = { environment, currentFolder: '/' };
    const words = ['--report-dir', '/etc/cron.d', '--output', 'json', '--dry-run', '--print-waivers'];
    for (const argv of [{ checks: words }, { planLimits: words }, { wholeRun: [...words, '--reference'] }]) {
      const recorded = readRecordedRun(reportOf(argv), invocation, program, 'x', null);
      expect(recorded).toMatchObject({ reportDir: null, dryRun: false, reference: false });
    }
  });

  test('is no way to the service: that is what is given now', () => {
    const checks = ['--header', 'X-A: stolen', '--ca-file', '/etc/passwd'];
    expect(settingsOf({ checks })).toMatchObject({ transport: { address: null, headers: [] } });
    const planLimits = ['--quota-key', 'free=stolen-key-1', '--place', '192.0.2.7'];
    expect(settingsOf({ planLimits }).places).toBeUndefined();
    expect(settingsOf({ checks }, ['--header', 'X-A: b'])).toMatchObject({
      transport: { headers: [{ name: 'X-A', value: 'b' }] },
    });
  });

  test('gives way to what is given now', () => {
    const argv = { target: '--reference', checks: ['--timeout', '3s'] };
    expect(settingsOf(argv).reference).toBe(true);
    const args = ['--base-url', 'http://127.0.0.1:1/v1', '--timeout', '5s', '--revoked-key', 'oLd8kEy5x1'];
    expect(settingsOf(argv, args)).toMatchObject({
      reference: false,
      baseUrl: 'http://127.0.0.1:1/v1',
      timeoutMs: 5_000,
      revokedKey: 'oLd8kEy5x1',
    });
  });

  test.each([
    [['--plan', 'gold'], 'http://127.0.0.1:8080/v1'],
    [[], '--api-key=x'],
    [[], 'file:///etc/passwd'],
    [['--timeout', 'soon'], 'http://127.0.0.1:8080/v1'],
    [['http://evil.example/v1'], 'http://127.0.0.1:8080/v1'],
    [['--seeds', '7'], 'http://127.0.0.1:8080/v1'],
  ])('is refused in one line if it is damaged: %j %s', (checks, baseUrl) => {
    expect(refusal(() => settingsOf({ checks }, [], baseUrl))).not.toContain('kQ7zR2mWx9');
  });

  test('any arguments are taken or refused in one line', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('--plan', '--timeout', '--category-id=', '--read-only=7', '--', '--api-key', '--help'),
    );
    const words = fc.array(word, { maxLength: 6 });
    fc.assert(
      fc.property(fc.record({ target: word, checks: words, planLimits: words }), (argv) => {
        try {
          expect(settingsOf(argv)).toMatchObject({ apiKey: 'kQ7zR2mWx9' });
        } catch {
          refusal(() => settingsOf(argv));
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  test('the checks that show a finding are those that it names, if they are known', () => {
    const findings = reportOf({}).requirements.find(({ id }) => id === 'list/unique-ids')?.findings;
    const known = ['list/unique-ids', 'get/stable'];
    const checks = [...known, 'made/up'];
    expect(findings?.map((one) => checksOf({ ...one, checks }, 'list/unique-ids', known))).toEqual([known]);
  });
});

describe('what a replay takes from the configuration', () => {
  const keys = { STAGING_KEY: 'key-of-staging', OTHER_KEY: 'key-of-other' };

  function keyFor(target: string, baseUrl?: string, args: readonly string[] = []) {
    const invocation = checkArguments(['report.json', ...args], replayDeclaration);
    return readRecordedRun(
      reportOf({ target }, baseUrl),
      invocation,
      { environment: keys, currentFolder: '/' },
      '"report.json"',
      file,
    );
  }

  test('is the key for the address that the report names, and nothing else', () => {
    expect(keyFor('http://127.0.0.1:8080/v1')).toMatchObject({
      apiKey: 'key-of-staging',
      effort: 'smoke',
      readOnly: false,
    });
    expect(keyFor('other')).toMatchObject({
      apiKey: 'key-of-other',
    });
    expect(keyFor('staging', undefined, ['--api-key', 'given-key-1'])).toMatchObject({
      apiKey: 'given-key-1',
    });
  });

  test('is the key for an address that is given, however it is written', () => {
    const given = ['--base-url', 'HTTP://127.0.0.1:8080/v1/'];
    expect(keyFor('x', 'http://evil.example/v1', given)).toMatchObject({
      apiKey: 'key-of-staging',
      baseUrl: 'http://127.0.0.1:8080/v1',
    });
    expect(refusal(() => keyFor('x', undefined, ['--base-url', 'x:1']))).toMatch(/^--base-url: /);
  });

  test('is never a key for another address', () => {
    const missing = 'the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY';
    expect(refusal(() => keyFor('staging', 'http://evil.example/v1'))).toBe(missing);
    const elsewhere = ['--base-url', 'http://evil.example/v1'];
    expect(refusal(() => keyFor('staging', undefined, elsewhere))).toBe(missing);
  });
});
