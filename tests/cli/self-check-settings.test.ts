import { describe, expect, test } from 'vitest';
import { faults, variants } from '../../reference-impl/index.ts';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { selfCheckDeclaration } from '../../src/cli/commands/commands.ts';
import { repeatedSelfCheck } from '../../src/cli/commands/self-check.ts';
import { readSelfCheckSettings } from '../../src/cli/settings/self-check-settings.ts';

function read(...args: string[]) {
  return readSelfCheckSettings(checkArguments(args, selfCheckDeclaration));
}

describe('the settings of a self-check', () => {
  test('are everything, mixtures of every variant and effort normal by default', () => {
    const settings = read();
    expect(settings.faults).toEqual(faults.map(({ name }) => name));
    expect(settings.variants).toEqual(variants.map(({ name }) => name));
    expect(settings).toMatchObject({ mixtures: null, effort: 'normal', reportDir: null });
    expect(settings.workers).toBeGreaterThanOrEqual(1);
    expect(Number.isInteger(settings.seed)).toBe(true);
  });

  test('a fault or a variant that is named is tried alone', () => {
    expect(read('--fault', 'limit-plus-one')).toMatchObject({
      faults: ['limit-plus-one'],
      variants: [],
      mixtures: 0,
    });
    expect(
      read('--variant', 'gcra', '--variant', 'slow-answers+random-ids', '--mixtures', '3'),
    ).toMatchObject({
      faults: [],
      variants: ['gcra', 'random-ids+slow-answers'],
      mixtures: 3,
    });
  });

  test('a glob selects every name that it matches, once', () => {
    const named = faults.map(({ name }) => name).filter((name) => name.startsWith('limit-'));
    expect(read('--fault', 'limit-*', '--fault', 'limit-plus-one').faults).toEqual(named);
  });

  test('requirements are chosen as for a run', () => {
    const { selected } = read('--skip', 'quota/*');
    expect(selected).toContain('rate/headers-present');
    expect(selected.filter((id) => id.startsWith('quota/'))).toEqual([]);
    expect(read('--only', 'list/limit-*').faults).toEqual(
      faults.filter(({ violates: [id] }) => id.startsWith('list/limit-')).map(({ name }) => name),
    );
  });

  test('the command line that repeats it has its seed, whatever the source of each option', () => {
    const invocation = checkArguments(['--skip', 'quota/*', '--mixtures=3'], selfCheckDeclaration);
    const settings = readSelfCheckSettings(invocation);
    expect(repeatedSelfCheck(settings.seed, invocation)).toBe(
      `npx animal-store-conformance self-check --mixtures 3 --skip 'quota/*' --seed ${settings.seed}`,
    );
  });
});
