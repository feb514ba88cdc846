import type { RunHeader } from '../verdict/run-event.ts';
import { shellWord, wordsOf } from './shell-word.ts';

/** Options of a run without which its checks would not be the same. */
const valued = [
  '--plan',
  '--plan-limit',
  '--minute',
  '--day',
  '--category-id',
  '--name-template',
  '--consistency-grace',
  '--timeout',
  '--config',
  '--revoked-key',
  '--header',
  '--resolve',
  '--ca-file',
  '--client-certificate',
  '--client-key',
];
const flags = ['--read-only'];
/** Options without which the plan limits would not be measured in the same way. */
const valuedOfQuota = ['--quota-key', '--overshoot'];
const flagsOfQuota = ['--day-quota', '--probe-ban'];

/**
 * The command line that shows a finding again, against the same target and with the same seed: it runs the checks
 * of these requirements alone. What came under load shows under the same load, and what was
 * recorded in the same recording.
 */
export function rerunCommand(header: RunHeader, ids: readonly string[]): string {
  if (header.kind !== undefined) {
    return header.command;
  }
  const words = wordsOf(header.command);
  const run = words.indexOf('run');
  const program = run > 0 ? words.slice(0, run) : ['animal-store-conformance'];
  return [
    ...program,
    'run',
    words.includes('--reference') ? '--reference' : targetOf(run > 0 ? words[run + 1] : undefined, header),
    ...kept(words, valued, flags),
    ...(ids.some((id) => id.startsWith('quota/')) ? kept(words, valuedOfQuota, flagsOfQuota) : []),
    ...ids.map((id) => `--only '${id}'`),
    `--seed ${header.seed}`,
    `--effort ${header.effort}`,
  ].join(' ');
}

/** A target of the configuration file stays one by its name, since its keys stand there. */
function targetOf(word: string | undefined, { baseUrl }: RunHeader): string {
  return word !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(word) ? word : shellWord(baseUrl);
}

function kept(
  words: readonly string[],
  withValue: readonly string[],
  withoutValue: readonly string[],
): string[] {
  return words.flatMap((word, index) => {
    if (withoutValue.includes(word) || withValue.some((option) => word.startsWith(`${option}=`))) {
      return [word];
    }
    const value = words[index + 1];
    return withValue.includes(word) && value !== undefined ? [`${word} ${value}`] : [];
  });
}
