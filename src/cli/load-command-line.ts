import { shellWord } from '../report/shell-word.ts';
import type { RunArguments } from '../verdict/run-event.ts';
import { loadDeclaration } from './commands/service-commands.ts';
import { knownOfReference, type LoadSettings } from './load-settings.ts';
import { repeatedWords } from './repeated-words.ts';
import type { Settings } from './settings.ts';
import { toolName } from './tool-version.ts';

/** The arguments that repeat a load, from the command line, the environment and the configuration file, without keys. */
export function loadArguments({ reference, baseUrl }: LoadSettings, given: Settings): RunArguments {
  const without = reference ? [...knownOfReference, 'reference'] : ['quota-key'];
  return {
    target: reference ? '--reference' : (given.targetName ?? baseUrl),
    ...repeatedWords(given, loadDeclaration.options, without),
  };
}

/** The command line with these arguments. */
export function loadCommandLine(
  { target, checks, wholeRun }: RunArguments,
  { plan, ownKey, seed }: LoadSettings,
): string {
  const words = ['npx', toolName, 'load', target, ...checks, ...wholeRun, '--seed', String(seed)];
  const shown = words.map(shellWord).join(' ');
  return ownKey ? `${shown} --quota-key ${plan}="$ANIMAL_STORE_API_KEY"` : shown;
}
