import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { repeatCommand } from '../../src/cli/repeat-command.ts';
import { readRunSettings } from '../../src/cli/run-settings.ts';
import { Settings } from '../../src/cli/settings.ts';

async function repeated(...args: string[]): Promise<string> {
  const asked = await readCommandLine(['run', ...args], 80);
  if (asked.kind !== 'command') {
    throw new Error('no command');
  }
  const settings = new Settings(asked.invocation, { ANIMAL_STORE_API_KEY: 'a-secret-key' }, null);
  return repeatCommand(readRunSettings(settings, new Set(asked.invocation.options.keys())), settings);
}

describe('the command line that makes a run again', () => {
  test('defaults are left out, the seed never', async () => {
    expect(await repeated('http://localhost:8080/v1/', '--seed', '5')).toBe(
      'npx animal-store-conformance run http://localhost:8080/v1 --seed 5',
    );
    expect(await repeated('--reference', '--seed', '5')).toBe(
      'npx animal-store-conformance run --reference --seed 5',
    );
    expect(await repeated('http://localhost')).toMatch(/ --seed \d+$/);
  });

  test('all that changes the run is in it, quoted for a shell; keys never are', async () => {
    const valid = await repeated(
      ...['http://localhost/v1', '--api-key', 'another-secret', '--revoked-key', 'an-old-secret'],
      ...['--plan=enterprise', '--plan-limit=enterprise=5/50', '--category-id=-5', '--category-id=7'],
      ...['--minute=2s', '--day=48s', '--only=auth/*', '--only=get/i*', '--skip=auth/missing-key'],
      ...['--read-only', '--effort=smoke', '--max-requests=40', '--max-time=5m', '--timeout=1500ms'],
      ...['--consistency-grace=0s', '--fail-on=should', '--require-complete', '--seed=5', '--report-dir=out'],
    );
    expect(valid).toBe(
      "npx animal-store-conformance run http://localhost/v1 --plan enterprise --plan-limit enterprise=5/50 --category-id -5 --category-id 7 --minute 2s --day 48s --only 'auth/*' --only 'get/i*' --skip auth/missing-key --read-only --effort smoke --max-requests 40 --max-time 5m --timeout 1500ms --consistency-grace 0ms --fail-on should --require-complete --seed 5 --revoked-key \"$ANIMAL_STORE_REVOKED_KEY\"",
    );
  });
});
