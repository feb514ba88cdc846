import type { ConfigFile } from './config-file.ts';
import type { SettingMap } from './config-settings.ts';
import { nearest } from './nearest.ts';
import type { Invocation } from './option-table.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/** What a configuration file says of one target. */
export interface ChosenTarget {
  /** Its name, or `null` where the settings are those of every target. */
  readonly name: string | null;
  readonly settings: SettingMap;
}

/**
 * The settings of the target that a command's first argument names: its own, and for the rest those of every target.
 * An argument that is a base URL, or none, names no target.
 *
 * @throws {UsageError} for a word that could be a name and is none, for a target without an address, and where one
 * has to be named.
 */
export function chooseTarget({ positional, options }: Invocation, file: ConfigFile | null): ChosenTarget {
  const shared: SettingMap = file?.settings ?? new Map();
  const own = positional === undefined ? undefined : file?.targets.get(positional);
  if (positional !== undefined && own !== undefined) {
    const settings = new Map([...shared, ...own]);
    if (!settings.has('base-url')) {
      throw new UsageError(`${file?.label}: targets.${positional} has no baseUrl: write its address there`);
    }
    return { name: positional, settings };
  }
  if (positional === undefined) {
    if (file !== null && file.targets.size > 0 && !shared.has('base-url') && !options.has('reference')) {
      throw new UsageError(`name a target of ${file.label}, or a base URL: ${namesOf(file)}`);
    }
  } else if (/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(positional) && positional !== 'localhost') {
    throw new UsageError(noSuchTarget(positional, file));
  }
  return { name: null, settings: shared };
}

/** A word is repeated only where it is near to a name: it may be a key. */
function noSuchTarget(word: string, file: ConfigFile | null): string {
  const what = 'base URL: this is neither an http or https URL nor a target';
  if (file === null) {
    return `${what}: there is no configuration file here; write e.g. http://localhost:8080/v1`;
  }
  if (file.targets.size === 0) {
    return `${what}: ${file.label} has no targets; write e.g. http://localhost:8080/v1`;
  }
  const meant = nearest(word, file.targets.keys());
  return meant === undefined
    ? `${what} of ${file.label}: there are ${namesOf(file)}`
    : `${file.label} has no target ${quoted(word)}, but ${namesOf(file)}; did you mean ${meant}?`;
}

function namesOf({ targets }: ConfigFile): string {
  return [...targets.keys()].join(', ');
}
