import { type Option, settingName } from './options/option.ts';
import { isOption, type OptionName, table } from './options/table.ts';
import type { Placed, PlacedMember } from './placed-document.ts';
import { type ConfigSource, kindName, placeText, type Setting, settingOf } from './setting-value.ts';
import { quoted, suggestion, UsageError } from './usage-error.ts';

export type SettingMap = ReadonlyMap<OptionName, Setting>;

/** The settings of every target, and by name what some targets have of their own. */
export interface ConfigContent {
  readonly settings: SettingMap;
  readonly targets: ReadonlyMap<string, SettingMap>;
}

interface KnownSetting {
  readonly option: OptionName;
  readonly row: Option;
}

/** The settings that a file may hold, by the names that they have there. */
export const knownSettings = settingsOfScopes('file', 'library');

/** The settings that a program may pass to the library, by the names that they have there. */
export const programSettings = settingsOfScopes('library');

function settingsOfScopes(...scopes: readonly Option['scope'][]): ReadonlyMap<string, KnownSetting> {
  const options = Object.keys(table).filter(isOption);
  return new Map(
    options
      .filter((option) => scopes.includes(table[option].scope))
      .map((option) => [settingName(option), { option, row: table[option] }]),
  );
}

/** The names of targets, none of which could be an address. */
const targetName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Reads the content of a configuration file: an object whose members have the names of the options, in camel case
 * (`maxRequests`), `baseUrl`, and `targets`, an object of such objects. Values are text, whole numbers, `true` or
 * `false`, and lists of these for options that may be repeated; keys are references.
 *
 * @throws {UsageError} for unknown settings, values of another type, and keys in the file.
 */
export function readConfigContent(content: Placed, source: ConfigSource): ConfigContent {
  const members = membersOf(content, source, `the configuration must be an object of settings`);
  const targets = new Map<string, SettingMap>();
  const named = members.find(({ name }) => name === 'targets');
  if (named !== undefined) {
    const what = '"targets" must be an object: the name of each target, and its settings';
    for (const target of membersOf(named.value, source, what)) {
      targets.set(nameOfTarget(target, source), readTarget(target, source));
    }
  }
  const own = members.filter(({ name }) => name !== '$schema' && name !== 'targets');
  return { settings: readSettings(own, '', source), targets };
}

function readTarget({ name, value }: PlacedMember, source: ConfigSource): SettingMap {
  const path = `targets.${name}`;
  return readSettings(
    membersOf(value, source, `${path} must be an object of settings, e.g. its baseUrl`),
    `${path}.`,
    source,
  );
}

function nameOfTarget({ name, place }: PlacedMember, source: ConfigSource): string {
  if (!targetName.test(name)) {
    throw new UsageError(
      `${placeText(source, place)} ${quoted(name)} can't name a target: use letters, digits, ".", "_" and "-"`,
    );
  }
  return name;
}

function membersOf(value: Placed, source: ConfigSource, otherwise: string): readonly PlacedMember[] {
  if (value.kind !== 'object') {
    throw new UsageError(`${placeText(source, value.place)} ${otherwise}, and this is ${kindName(value)}`);
  }
  return value.members;
}

/** @param path of their object, with a dot at its end, or empty */
function readSettings(members: readonly PlacedMember[], path: string, source: ConfigSource): SettingMap {
  const settings = new Map<OptionName, Setting>();
  for (const { name, place, value } of members) {
    const setting = knownSettings.get(name);
    if (setting === undefined) {
      const meant = meantSetting(name, [...knownSettings.keys(), ...(path === '' ? ['targets'] : [])]);
      throw new UsageError(`${placeText(source, place)} unknown setting ${quoted(`${path}${name}`)}${meant}`);
    }
    const { option, row } = setting;
    settings.set(option, settingOf(value, row, `${path}${name}`, source));
  }
  return settings;
}

function meantSetting(name: string, names: readonly string[]): string {
  const camelCase = settingName(name.replaceAll('_', '-').replace(/^-+/, ''));
  const meant = [camelCase, `${camelCase}s`].find((one) => names.includes(one));
  if (meant !== undefined) {
    return `; did you mean ${meant}?`;
  }
  const option = Object.keys(table).find((one) => one === name || settingName(one) === name);
  return option === undefined
    ? suggestion(name, names, '; settings are named as the options, in camel case: maxRequests')
    : `; it is an option of the command line only: --${option}`;
}
