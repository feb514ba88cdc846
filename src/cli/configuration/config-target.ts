import type { Invocation, Program } from '../command.ts';
import { networkOptions } from '../options/service-options.ts';
import { baseUrl } from '../options/service-values.ts';
import { table } from '../options/table.ts';
import { Settings } from '../settings/settings.ts';
import { readLocated, requireThat, suggestion, UsageError } from '../usage-error.ts';
import { type ConfigFile, readConfigFile, type SettingMap } from './config-file.ts';

export interface ChosenTarget {
  /** Its name, or `null` for the common settings. */
  readonly name: string | null;
  readonly settings: SettingMap;
}

/**
 * The settings of the target that a command's first argument names, completed by the common ones. A base URL, or no
 * argument, names no target.
 *
 * @throws {UsageError} for an unknown name, for a target without a base URL, or if a name is required.
 */
function chooseTarget(
  { positionals: [positional], options }: Invocation,
  file: ConfigFile | null,
): ChosenTarget {
  const shared: SettingMap = file?.settings ?? new Map();
  const own = positional === undefined ? undefined : file?.targets.get(positional);
  if (positional !== undefined && own !== undefined) {
    const settings = new Map([...shared, ...own]);
    requireThat(
      settings.has('base-url'),
      `${file?.label}: targets.${positional} has no baseUrl: write its address there`,
    );
    return { name: positional, settings };
  }
  if (positional === undefined) {
    if (file !== null && file.targets.size > 0 && !shared.has('base-url') && !options.has('reference')) {
      throw new UsageError(`name a target of ${file.label} (${namesOf(file)}), or a base URL`);
    }
  } else if (/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(positional) && positional !== 'localhost') {
    throw new UsageError(noSuchTarget(positional, file));
  }
  return { name: null, settings: shared };
}

/**
 * The settings of keys and network for a base URL, from the target with that URL only. So no other URL ever receives a
 * key that the configuration has for this one.
 *
 * @param address a base URL, as it is parsed
 * @param preferred the name of the target where several have that address
 */
export function keysFor(address: string, file: ConfigFile | null, preferred?: string): ChosenTarget | null {
  const shared: ChosenTarget = { name: null, settings: file?.settings ?? new Map() };
  const targets = [...(file?.targets ?? [])].map(([name, own]) => ({
    name,
    settings: new Map([...shared.settings, ...own]),
  }));
  const there = [...targets, shared].filter(({ settings }) => addressOf(settings) === address);
  const chosen = there.find(({ name }) => name === preferred) ?? there[0];
  return chosen === undefined
    ? null
    : {
        name: null,
        settings: new Map(
          [...chosen.settings].filter(
            ([option]) => table[option].secret === true || Object.hasOwn(networkOptions, option),
          ),
        ),
      };
}

function addressOf(settings: SettingMap): string | null {
  const [given] = settings.get('base-url')?.({}) ?? [];
  try {
    return given === undefined ? null : readLocated(given, baseUrl.parse);
  } catch {
    return null;
  }
}

/** Repeats the word only if it is similar to a name, because it may be a key. */
function noSuchTarget(word: string, file: ConfigFile | null): string {
  const targets =
    file === null
      ? 'there is no configuration file here'
      : `${file.label} has ${file.targets.size === 0 ? 'no targets' : namesOf(file)}`;
  const remedy = suggestion(word, file?.targets.keys() ?? [], '; write e.g. http://localhost:8080/v1');
  return `base URL: this is neither an http or https URL nor a target: ${targets}${remedy}`;
}

function namesOf({ targets }: ConfigFile): string {
  return [...targets.keys()].join(', ');
}

/**
 * The settings of a command that sends requests: from its command line, the environment, and the configuration file, of
 * which the first argument may name a target.
 *
 * @throws {UsageError} for an invalid file or an unknown name.
 */
export async function givenSettings(
  invocation: Invocation,
  { environment, currentFolder }: Pick<Program, 'environment' | 'currentFolder'>,
): Promise<Settings> {
  const file = await readConfigFile(invocation.options.get('config')?.[0], currentFolder);
  return new Settings(invocation, environment, chooseTarget(invocation, file));
}
