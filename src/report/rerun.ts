import type { RunHeader } from '../verdict/run-event.ts';
import { shellWord, variablesIn } from './shell-word.ts';
import { listed } from './words.ts';

/**
 * The command line that shows a finding again, against the same target and with the same seed: it runs the checks of
 * these requirements alone. A finding of a load is reproduced by the same load, and one of a recording by judging it
 * again.
 */
export function rerunCommand(
  { argv, kind, command, seed, effort, tool }: RunHeader,
  ids: readonly string[],
): string {
  if (argv === undefined || kind !== undefined) {
    return command;
  }
  const measures = ids.some((id) => id.startsWith('quota/'));
  const words = [argv.target, ...argv.checks, ...(measures ? argv.planLimits : [])];
  return [
    ...['npx', tool.name, 'run', ...words.map(shellWord)],
    ...ids.map((id) => `--only '${id}'`),
    `--seed ${seed}`,
    `--effort ${effort}`,
  ].join(' ');
}

const meanings = [
  [/_QUOTA_KEY_/, 'the quota keys, numbered in the order given; the run was exhausting them'],
  [/_HEADER_/, 'the values of --header, numbered in the order given'],
  [/_REVOKED_KEY/, 'the revoked key'],
] as const;

/** Whether a command needs the API key. */
export function usesApiKey(command: string): boolean {
  return /\bANIMAL_STORE_API_KEY\b/.test(command);
}

/** The variables to set before these commands work, except that of the API key; empty if there are none. */
export function variablesToSet(...commands: readonly (string | null)[]): string {
  const names = variablesIn(commands.join(' '));
  return meanings
    .map(([pattern, meaning]) => [names.filter((name) => pattern.test(name)), meaning] as const)
    .flatMap(([found, meaning]) => (found.length === 0 ? [] : [`${listed(found, 'and')} (${meaning})`]))
    .join('; ');
}
