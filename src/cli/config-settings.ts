import { resolve } from 'node:path';
import { suggestion } from './nearest.ts';
import { type OptionDeclaration, type OptionTable, settingName } from './option-table.ts';
import type { Given } from './parse/given.ts';
import type { Place, Placed, PlacedMember } from './placed-document.ts';
import { quoted } from './quoted.ts';
import type { SecretReference } from './secret-reference.ts';
import { UsageError } from './usage-error.ts';

/** A setting of the configuration file: values, or where the secrets stand that it names. */
export type Setting =
  | { readonly kind: 'values'; readonly values: readonly Given[] }
  | { readonly kind: 'references'; readonly references: readonly SecretReference[] };

/** Settings by their options' names. */
export type SettingMap = ReadonlyMap<string, Setting>;

/** The settings of every target, and by name what some targets have of their own. */
export interface ConfigContent {
  readonly settings: SettingMap;
  readonly targets: ReadonlyMap<string, SettingMap>;
}

/** A configuration file while it is read. */
export interface ConfigSource {
  /** Its name, for errors. */
  readonly label: string;
  /** The absolute path of its folder, from which paths of secrets start. */
  readonly folder: string;
  readonly options: OptionTable;
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
      `${at(source, place)} ${quoted(name)} can't name a target: use letters, digits, ".", "_" and "-"`,
    );
  }
  return name;
}

function membersOf(value: Value, source: ConfigSource, otherwise: string): readonly Member[] {
  if (value.kind !== 'object') {
    throw new UsageError(`${at(source, value.place)} ${otherwise}, and this is ${nameOf(value)}`);
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
      throw new UsageError(`${at(source, place)} unknown setting ${quoted(`${path}${name}`)}${meant}`);
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

function settingOf(
  value: Value,
  declaration: OptionDeclaration,
  path: string,
  source: ConfigSource,
): Setting {
  const items = declaration.kind === 'list' && value.kind === 'list' ? value.items : null;
  const labelOf = (index: number, item: Value) => `${at(source, item.place)} ${path}[${index}]`;
  const label = `${at(source, value.place)} ${path}`;
  if (declaration.inFile === 'secret') {
    const references = items?.map((item, index) => referenceOf(item, labelOf(index, item), source)) ?? [
      referenceOf(value, label, source),
    ];
    return { kind: 'references', references };
  }
  const values = items?.map((item, index) => givenOf(item, 'single', labelOf(index, item))) ?? [
    givenOf(value, declaration.kind, label),
  ];
  return { kind: 'values', values };
}

/** Neither name is repeated: a key may have been written there. */
function referenceOf(value: Value, label: string, { folder }: ConfigSource): SecretReference {
  const [member, other] = value.kind === 'object' ? value.members : [];
  const name = member?.value.kind === 'scalar' ? member.value.value : undefined;
  if (other === undefined && typeof name === 'string') {
    if (member?.name === 'env' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      return { kind: 'variable', name, label };
    }
    if (member?.name === 'file' && name !== '' && !name.includes('\0')) {
      return { kind: 'file', name: resolve(folder, name), label };
    }
  }
  throw new UsageError(
    value.kind === 'scalar' && typeof value.value === 'string'
      ? `${label}: a key must not stand in the file: write { "env": "NAME" } and put the key into the environment variable NAME`
      : `${label}: write { "env": "NAME" }, where NAME is the environment variable that holds the key, or { "file": "PATH" }`,
  );
}

function givenOf(value: Value, kind: OptionDeclaration['kind'], label: string): Given {
  return { text: textOf(value, kind, label), label };
}

function textOf(value: Value, kind: OptionDeclaration['kind'], label: string): string {
  const written = value.kind === 'scalar' ? value.value : undefined;
  if (kind === 'flag') {
    if (typeof written === 'boolean') {
      return String(written);
    }
    throw new UsageError(`${label}: expected true or false, found ${nameOf(value)}`);
  }
  if (value.kind === 'scalar' && (typeof written === 'number' || typeof written === 'bigint')) {
    return digitsOf(written, value.source, value.place, label);
  }
  if (typeof written === 'string' && written !== '') {
    return written;
  }
  const expected = kind === 'list' ? 'text, a number or a list of these' : 'text or a number';
  throw new UsageError(`${label}: expected ${expected}, found ${nameOf(value)}`);
}

/** A program's number beyond 2^53 may be another than the one that was written there. */
function digitsOf(value: number | bigint, source: string, place: Place | null, label: string): string {
  if (place === null && typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new UsageError(`${label}: JavaScript can't hold this number exactly: put it into quotes`);
  }
  return source;
}

function nameOf(value: Value): string {
  if (value.kind !== 'scalar') {
    return value.kind === 'list' ? 'a list' : 'an object';
  }
  const { value: scalar } = value;
  if (scalar === '') {
    return 'empty text';
  }
  if (scalar === null || typeof scalar === 'boolean') {
    return scalar === null ? 'nothing' : String(scalar);
  }
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    bigint: 'a number',
    object: 'an object',
  };
  return names[typeof scalar] ?? `a ${typeof scalar}`;
}

/** `conformance.config.yaml:3:5:`, or without figures where a program made the value. */
function at({ label }: ConfigSource, place: Place | null): string {
  return place === null ? `${label}:` : `${label}:${place.line}:${place.column}:`;
}
