import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { runCommand } from './command.ts';

const folder = tmpdir();

describe('completion', () => {
  test('prints a script, which asks this program', async () => {
    const { status, output } = await runCommand(['completion'], { folder });
    expect(status).toBe(0);
    expect(output).toContain('animal-store-conformance --get-yargs-completions');
  });

  test.each<[string[], string]>([
    [['ru'], 'run'],
    [['load', ''], 'merge'],
    [['report', ''], 'render'],
    [['run', '--'], '--effort'],
    [['run', '--effort', ''], 'thorough'],
    [['run', '--only', 'auth'], 'auth/*'],
    [['self-check', '--fault', ''], 'limit-plus-one'],
    [['explain', 'list/'], 'list/limit-bounds-count'],
  ])('%j has %s among its candidates', async (words, candidate) => {
    const asked = ['--get-yargs-completions', 'animal-store-conformance', ...words];
    const { status, output } = await runCommand(asked, { folder });
    expect(status).toBe(0);
    expect(output.split('\n')).toContain(candidate);
  });
});
