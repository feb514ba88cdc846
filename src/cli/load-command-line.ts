import { shellWord } from '../report/shell-word.ts';
import type { LoadSettings } from './load-settings.ts';
import { writeDuration } from './parse/duration.ts';
import { wireOptions } from './repeat-command.ts';
import type { Settings } from './settings.ts';
import { toolName } from './tool-version.ts';

/** Options that stand in the command line as they were given, wherever they came from. */
const carried = [
  'config',
  'plan',
  'plan-limit',
  'category-id',
  'minute',
  'day',
  'rate',
  'connections',
  'warmup',
  'ramp',
  'mix',
  'timeout',
  'max-creations',
  'objective',
  'fail-on',
  'waivers',
  'catalogue',
];

/** The command line that makes a load again, wherever its settings came from. Keys are left out. */
export function loadCommandLine(load: LoadSettings, given: Settings): string {
  const { plan, ownKey } = load;
  const words = [
    'npx',
    toolName,
    'load',
    load.reference ? '--reference' : (given.targetName ?? load.baseUrl),
  ];
  for (const option of carried) {
    for (const { text } of given.all(option)) {
      words.push(`--${option}`, text);
    }
  }
  words.push(...wireOptions(load.transport, given));
  words.push('--duration', writeDuration(load.load.durationMs));
  if (given.flag('read-only')) {
    words.push('--read-only');
  }
  if (load.beyondLimit) {
    words.push('--beyond-limit');
  }
  words.push('--seed', String(load.seed));
  const shown = words.map(shellWord).join(' ');
  return ownKey ? `${shown} --quota-key ${plan}="$ANIMAL_STORE_API_KEY"` : shown;
}
