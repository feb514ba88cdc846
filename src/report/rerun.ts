import type { RunHeader } from '../verdict/run-event.ts';
import { shellWord } from './shell-word.ts';

/**
 * The command line that shows a finding again, against the same target and with the same seed: it runs the checks of
 * these requirements alone. What was found under load is shown by the same load, and what was recorded by judging the
 * same recording.
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
