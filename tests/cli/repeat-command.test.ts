import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { loadDeclaration, runDeclaration } from '../../src/cli/commands/service-commands.ts';
import type { Options } from '../../src/cli/options/option.ts';
import { repeatCommand, repeatedArguments } from '../../src/cli/repeat-command.ts';
import { addressOf, readRunSettings } from '../../src/cli/settings/run-settings.ts';
import { type Environment, Settings } from '../../src/cli/settings/settings.ts';

function repeated(...args: string[]): Promise<string> {
  return repeatedWith({}, ...args);
}

async function repeatedWith(environment: Environment, ...args: string[]): Promise<string> {
  const asked = await readCommandLine(['run', ...args], 80);
  if (asked.kind !== 'command') {
    throw new Error('no command');
  }
  const settings = new Settings(
    asked.invocation,
    { ANIMAL_STORE_API_KEY: 'a-secret-key', ...environment },
    null,
  );
  const run = readRunSettings(settings);
  return repeatCommand('run', repeatedArguments(addressOf(run), settings, runDeclaration.options), run.seed);
}

// An option that is not repeated is lost; each of these concerns one run, or has another form.
test('every option of a run or a load is repeated but these', () => {
  const lost = (options: Options) =>
    Object.entries(options).flatMap(([name, { repeated: purpose }]) => (purpose === 'never' ? [name] : []));
  const once = ['api-key', 'seed', 'report-dir', 'output'];
  expect(lost(runDeclaration.options).toSorted()).toEqual([...once, 'print-waivers', 'dry-run'].toSorted());
  expect(lost(loadDeclaration.options).toSorted()).toEqual([...once, 'shard', 'start-at', 'out'].toSorted());
});

describe('the command line that makes a run again', () => {
  test('defaults are left out, the seed never', async () => {
    expect(await repeated('http://localhost:8080/v1/', '--seed', '5')).toBe(
      'npx animal-store-conformance run http://localhost:8080/v1 --seed 5',
    );
    expect(await repeated('--reference', '--seed', '5')).toBe(
      'npx animal-store-conformance run --reference --seed 5',
    );
    expect(await repeated('http://localhost')).toMatch(/ --seed \d+$/);
    expect(await repeated('http://localhost', '--require-complete')).toMatch(/ --require-complete --seed/);
  });

  test('all that changes the run is in it, quoted for a shell; keys never are', async () => {
    const valid = await repeated(
      ...['http://localhost/v1', '--api-key', 'another-secret', '--revoked-key', 'an-old-secret'],
      ...['--plan=enterprise', '--plan-limit=enterprise=5/50', '--category-id=-5', '--category-id=7'],
      ...['--minute=2s', '--day=48s', '--only=auth/*', '--only=get/i*', '--skip=auth/missing-key'],
      ...['--read-only', '--effort=smoke', '--max-requests=40', '--max-time=5m', '--timeout=1500ms'],
      ...['--consistency-grace=0s', '--fail-on=should', '--min-decided=0.9', '--seed=5', '--report-dir=out'],
    );
    expect(valid).toBe(
      "npx animal-store-conformance run http://localhost/v1 --plan enterprise --plan-limit enterprise=5/50 --revoked-key \"$ANIMAL_STORE_REVOKED_KEY\" --category-id=-5 --category-id 7 --minute 2s --day 48s --read-only --timeout 1500ms --consistency-grace 0ms --only 'auth/*' --only 'get/i*' --skip auth/missing-key --effort smoke --max-requests 40 --max-time 5m --fail-on should --min-decided 0.9 --seed 5",
    );
  });

  test('quota keys: as variables of their own, or omitted if the environment or file has them', async () => {
    const measured = ['http://localhost/v1', '--seed=5', '--day-quota', '--overshoot=9', '--probe-ban'];
    expect(await repeated(...measured, '--quota-key', 'free=secret-1', '--quota-key=pro=secret=2')).toBe(
      'npx animal-store-conformance run http://localhost/v1 --quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1" --quota-key "pro=$ANIMAL_STORE_QUOTA_KEY_2" --day-quota --overshoot 9 --probe-ban --seed 5',
    );
    expect(await repeatedWith({ ANIMAL_STORE_QUOTA_KEYS: 'free=secret-1' }, ...measured)).toBe(
      'npx animal-store-conformance run http://localhost/v1 --day-quota --overshoot 9 --probe-ban --seed 5',
    );
    expect(await repeated('--reference', '--quota-key', 'free', '--quota-key', 'free', '--seed=5')).toBe(
      'npx animal-store-conformance run --reference --quota-key free --quota-key free --seed 5',
    );
  });
});
