import { describe, expect, it } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/run-declaration.ts';
import { inWordsOfLibrary, optionTexts } from '../../src/library/option-texts.ts';

/** What is for people and pipelines alone, or is given in another way. */
const notOfLibrary = [
  'reference',
  'dry-run',
  'config',
  'waivers',
  'json',
  'quiet',
  'verbose',
  'open',
  'print-waivers',
];

describe('the options of the library', () => {
  it('are all that a run has, and no others', () => {
    const ofLibrary = Object.values(optionTexts).map(({ option }) => option);
    const ofRun = ['base-url', ...Object.keys(runDeclaration.options)];
    expect(ofLibrary.toSorted()).toEqual(ofRun.filter((name) => !notOfLibrary.includes(name)).toSorted());
  });

  it('stand in errors in the place of those of the command line', () => {
    expect(inWordsOfLibrary('--plan-limit: give --minute and --day, or --quota-key PLAN=KEY')).toBe(
      'planLimits: give minuteMs and dayMs, or quotaKeys',
    );
    expect(inWordsOfLibrary('base URL: "x" -- and --unheard-of stay')).toBe(
      'baseUrl: "x" -- and --unheard-of stay',
    );
  });
});
