import type { RunHeader } from '../verdict/run-event.ts';
import { shellWord, wordsOf } from './shell-word.ts';

/** Options of a run without which its checks would not be the same. */
const withValue = [
  '--plan',
  '--plan-limit',
  '--minute',
  '--day',
  '--category-id',
  '--consistency-grace',
  '--timeout',
  '--config',
  '--revoked-key',
];
const withoutValue = ['--read-only', '--day-quota'];

/**
 * The command line that shows a finding again, against the same target and with the same seed: it runs the checks
 * of these requirements alone.
 */
export function rerunCommand(header: RunHeader, ids: readonly string[]): string {
  const words = wordsOf(header.command);
  const run = words.indexOf('run');
  const program = run > 0 ? words.slice(0, run) : ['animal-store-conformance'];
  return [
    ...program,
    'run',
    words.includes('--reference') ? '--reference' : shellWord(header.baseUrl),
    ...kept(words),
    ...ids.map((id) => `--only '${id}'`),
    `--seed ${header.seed}`,
    `--effort ${header.effort}`,
  ].join(' ');
}

function kept(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (withoutValue.includes(word) || withValue.some((option) => word.startsWith(`${option}=`))) {
      return [word];
    }
    const value = words[index + 1];
    return withValue.includes(word) && value !== undefined ? [`${word} ${value}`] : [];
  });
}
