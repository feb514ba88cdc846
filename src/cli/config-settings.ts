import { suggestion } from './nearest.ts';
import { type OptionDeclaration, type OptionTable, settingName } from './option-table.ts';
import type { Place, Placed, PlacedMember } from './placed-document.ts';
import { quoted } from './quoted.ts';
import { type ConfigSource, kindName, placeText, type Setting, settingOf } from './setting-value.ts';
import { UsageError } from './usage-error.ts';

/** Settings by their options' names. */
export type SettingMap = ReadonlyMap<string, Setting>;

/** The settings of every target, and by name what some targets have of their own. */
export interface ConfigContent {
  readonly settings: SettingMap;
  readonly targets: ReadonlyMap<string, SettingMap>;
}

type Value = Placed<Place | null>;
type Member = PlacedMember<Place | null>;

const baseUrl: OptionDeclaration = {
  kind: 'single',
  value: 'URL',
  describe: 'the base address, without /pets, e.g. https://staging.example.com/v1',
  group: '',
  inFile: 'text',
};

/** What names a target: never what could be an address. */
const targetName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Reads the content of a configuration file: an object whose members are named as the options, in camel case
 * (`maxRequests`), `baseUrl`, and `targets`, an object of such objects. Values are text, whole numbers, `true` or
 * `false`, and lists of these for options that may be repeated; keys are references.
 *
 * @throws {UsageError} for unknown settings, values of another type, and keys that stand in the file.
 */
export function readConfigContent(content: Value, source: ConfigSource): ConfigContent {
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

function readTarget({ name, value }: Member, source: ConfigSource): SettingMap {
  const path = `targets.${name}`;
  return readSettings(
    membersOf(value, source, `${path} must be an object of settings, e.g. its baseUrl`),
    `${path}.`,
    source,
  );
}

function nameOfTarget({ name, place }: Member, source: ConfigSource): string {
  if (!targetName.test(name)) {
    throw new UsageError(
      `${placeText(source, place)} ${quoted(name)} can't name a target: use letters, digits, ".", "_" and "-"`,
    );
  }
  return name;
}

function membersOf(value: Value, source: ConfigSource, otherwise: string): readonly Member[] {
  if (value.kind !== 'object') {
    throw new UsageError(`${placeText(source, value.place)} ${otherwise}, and this is ${kindName(value)}`);
  }
  return value.members;
}

/** @param path of the object that they stand in, with a dot at its end, or empty */
function readSettings(members: readonly Member[], path: string, source: ConfigSource): SettingMap {
  const known = knownSettings(source.options);
  const settings = new Map<string, Setting>();
  for (const { name, place, value } of members) {
    const setting = known.get(name);
    if (setting === undefined) {
      const meant = meantSetting(
        name,
        path === '' ? [...known.keys(), 'targets'] : [...known.keys()],
        source,
      );
      throw new UsageError(`${placeText(source, place)} unknown setting ${quoted(`${path}${name}`)}${meant}`);
    }
    const { option, declaration } = setting;
    settings.set(option, settingOf(value, declaration, `${path}${name}`, source));
  }
  return settings;
}

/** The settings that a file may hold, by the names that they have there. */
export function knownSettings(
  options: OptionTable,
): Map<string, { readonly option: string; readonly declaration: OptionDeclaration }> {
  const known = new Map([['baseUrl', { option: 'base-url', declaration: baseUrl }]]);
  for (const [option, declaration] of Object.entries(options)) {
    if (declaration.inFile !== 'no') {
      known.set(settingName(option), { option, declaration });
    }
  }
  return known;
}

function meantSetting(name: string, names: readonly string[], { options }: ConfigSource): string {
  const camelCase = settingName(name.replaceAll('_', '-').replace(/^-+/, ''));
  if (names.includes(camelCase)) {
    return `; did you mean ${camelCase}?`;
  }
  const option = Object.keys(options).find((one) => one === name || settingName(one) === name);
  return option === undefined
    ? suggestion(name, names, '; settings are named as the options, in camel case: maxRequests')
    : `; it stands on the command line only, as --${option}`;
}
