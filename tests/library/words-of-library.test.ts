import { describe, expect, it } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { programSettings } from '../../src/cli/configuration/config-settings.ts';
import { inWordsOfLibrary } from '../../src/library/words-of-library.ts';

/** What is for people and pipelines alone, or is passed in another form. */
const notOfLibrary = [
  ...['reference', 'dry-run', 'config', 'output', 'require-complete'],
  ...['waivers', 'print-waivers', 'baseline'],
  ...['across', 'across-timeout', 'after'],
];

describe('the options of the library', () => {
  it('are all that a run has, and no others', () => {
    const ofLibrary = [...programSettings.values()].map(({ option }) => option);
    const ofRun = ['base-url', ...Object.keys(runDeclaration.options)];
    expect(ofLibrary.toSorted()).toEqual(ofRun.filter((name) => !notOfLibrary.includes(name)).toSorted());
  });

  it('are named in errors instead of those of the command line', () => {
    expect(inWordsOfLibrary('--plan-limit: give --minute and --day, or --quota-key PLAN=KEY')).toBe(
      'planLimit: give minute and day, or quotaKey',
    );
    expect(inWordsOfLibrary('pass `--revoked-key KEY` or --plan-limit free=MINUTE/DAY, --only X')).toBe(
      'pass `revokedKey` or planLimit free=MINUTE/DAY, only',
    );
    expect(inWordsOfLibrary('base URL: "x" -- and --unheard-of stay')).toBe(
      'baseUrl: "x" -- and --unheard-of stay',
    );
  });
});
