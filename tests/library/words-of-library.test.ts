import { describe, expect, it } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { programSettings } from '../../src/cli/options/table.ts';

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
});
