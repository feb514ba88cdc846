import { shellWord } from '../report/shell-word.ts';
import type { Invocation } from './command.ts';
import type { SelfCheckSettings } from './self-check-settings.ts';
import { toolName } from './tool-version.ts';

/** Options that stand in the command line as they were given. */
const carried = ['fault', 'variant', 'mixtures', 'only', 'skip', 'effort'];

/** The command line that makes a self-check again, with its seed. */
export function selfCheckCommandLine({ seed }: SelfCheckSettings, { options }: Invocation): string {
  const words = carried.flatMap((name) => (options.get(name) ?? []).flatMap((text) => [`--${name}`, text]));
  return ['npx', toolName, 'self-check', ...words, '--seed', String(seed)].map(shellWord).join(' ');
}
