import { shellWord } from '../report/shell-word.ts';
import type { RunArguments } from '../verdict/run-event.ts';
import { runDeclaration } from './commands/service-commands.ts';
import { repeatedWords } from './repeated-words.ts';
import { knownOfReference, type RunSettings } from './run-settings.ts';
import type { Settings } from './settings.ts';
import { toolName } from './tool-version.ts';

/**
 * The arguments that repeat a run: the base URL, or the name of the target, which has the keys, and every option that
 * differs from its default, from the command line, the environment or the configuration file.
 */
export function runArguments({ target }: RunSettings, given: Settings): RunArguments {
  const isReference = target.kind === 'reference';
  const without = isReference ? [...knownOfReference, 'reference'] : [];
  return {
    target: isReference ? '--reference' : (given.targetName ?? target.baseUrl),
    ...repeatedWords(given, runDeclaration.options, without),
  };
}

/** The command line with these arguments and a seed. */
export function repeatCommand({ target, checks, planLimits, wholeRun }: RunArguments, seed: number): string {
  const words = [
    'npx',
    toolName,
    'run',
    target,
    ...checks,
    ...planLimits,
    ...wholeRun,
    '--seed',
    String(seed),
  ];
  return words.map(shellWord).join(' ');
}
