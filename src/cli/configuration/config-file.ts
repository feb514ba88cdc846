import { readdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { visibleLine } from '../../report/words.ts';
import { type Option, settingName } from '../options/option.ts';
import { isOption, type OptionName, table } from '../options/table.ts';
import { readNamedText } from '../report-files/named-file.ts';
import type { Environment } from '../settings/settings.ts';
import { type Located, quoted, requireThat, UsageError } from '../usage-error.ts';
import type { CheckedDocument } from './checked-document.ts';
import { nameOf, type Path } from './document-schema.ts';

/** A setting of the configuration file: values, or references to secrets. */
export type Setting =
  | { readonly kind: 'values'; readonly values: readonly Located<string>[] }
  | { readonly kind: 'references'; readonly references: readonly SecretReference[] };

export type SettingMap = ReadonlyMap<OptionName, Setting>;

/** The common settings, and those of each target by its name. */
export interface ConfigContent {
  readonly settings: SettingMap;
  readonly targets: ReadonlyMap<string, SettingMap>;
}

interface KnownSetting {
  readonly option: OptionName;
  readonly row: Option;
}

/** The settings that a file may contain, by their names in it. */
export const knownSettings = settingsOfScopes('file', 'library');

/** The settings that a program may pass to the library, by their names there. */
export const programSettings = settingsOfScopes('library');

function settingsOfScopes(...scopes: readonly Option['scope'][]): ReadonlyMap<string, KnownSetting> {
  const options = Object.keys(table).filter(isOption);
  return new Map(
    options
      .filter((option) => scopes.includes(table[option].scope))
      .map((option) => [settingName(option), { option, row: table[option] }]),
  );
}

/** The settings of a file that fits the schema of configurations. Keys are references. */
export function readConfigContent(document: CheckedDocument, folder: string): ConfigContent {
  const { $schema: _, targets = {}, ...own } = document.content as ConfigObject;
  return {
    settings: settingsOf(own, [], document, folder),
    targets: new Map(
      Object.entries(targets).map(([name, settings]) => [
        name,
        settingsOf(settings, ['targets', name], document, folder),
      ]),
    ),
  };
}

type Scalar = string | number | boolean;
type Reference = { readonly env: string } | { readonly file: string };
type SettingsObject = Readonly<Record<string, Scalar | Reference | readonly (Scalar | Reference)[]>>;
type ConfigObject = SettingsObject & {
  readonly $schema?: string;
  readonly targets?: Readonly<Record<string, SettingsObject>>;
};

/** @param at the path of the object */
function settingsOf(
  members: SettingsObject,
  at: Path,
  document: CheckedDocument,
  folder: string,
): SettingMap {
  const settings = new Map<OptionName, Setting>();
  for (const [name, value] of Object.entries(members)) {
    const known = knownSettings.get(name);
    if (known !== undefined) {
      const path = [...at, name];
      const items: readonly Item[] = Array.isArray(value)
        ? value.map((item, index) => ({ item, path: [...path, index] }))
        : [{ item: value as Item['item'], path }];
      settings.set(known.option, settingOf(items, known.row, document, folder));
    }
  }
  return settings;
}

interface Item {
  readonly item: Scalar | Reference;
  readonly path: Path;
}

function settingOf(
  items: readonly Item[],
  { secret = false }: Option,
  document: CheckedDocument,
  folder: string,
): Setting {
  const labelOf = (path: Path): string => `${document.placeText(document.placeOf(path))}: ${nameOf(path)}`;
  if (!secret) {
    const values = items.map(({ item, path }) => ({
      value: typeof item === 'number' ? document.textOf(path) : String(item),
      label: labelOf(path),
    }));
    return { kind: 'values', values };
  }
  const references = items.flatMap(({ item, path }): SecretReference[] => {
    if (typeof item !== 'object') {
      return [];
    }
    const label = labelOf(path);
    return 'env' in item
      ? [{ kind: 'variable', name: item.env, label }]
      : [{ kind: 'file', name: resolve(folder, item.file), label }];
  });
  return { kind: 'references', references };
}

/** The source of a secret in the configuration file: an environment variable, or a file by its absolute path. */
export interface SecretReference {
  readonly kind: 'variable' | 'file';
  readonly name: string;
  /** The position of the reference itself. */
  readonly label: string;
}

/**
 * The secret of a reference: the value of the variable, or the only line of the file.
 *
 * @throws {UsageError} if the variable is not set, or the file is missing, empty, or has several lines. Never repeats a
 * name that may be the secret itself.
 */
export function readSecret(reference: SecretReference, environment: Environment): Located<string> {
  return reference.kind === 'variable' ? fromVariable(reference, environment) : fromFile(reference);
}

function fromVariable({ name, label }: SecretReference, environment: Environment): Located<string> {
  const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (text === undefined || text === '') {
    const named = /^[A-Z][A-Z0-9_]*$/.test(name) ? name : 'that it names';
    throw new UsageError(
      `${label}: the environment variable ${named} is ${text === '' ? 'empty' : 'not set'}`,
    );
  }
  return { value: text, label: name };
}

function fromFile({ name, label }: SecretReference): Located<string> {
  const advice = '; paths start from the folder of the configuration file';
  const text = readNamedText(name, `${label}: the file that it names`, advice).replace(/\r?\n$/, '');
  requireThat(text.trim() !== '', `${label}: the file that it names is empty: put the key into it`);
  requireThat(
    !/[\r\n]/.test(text),
    `${label}: the file that it names holds more than one line; leave only the key there`,
  );
  return { value: text, label };
}

const endings = ['.json', '.yaml', '.yml'];
const configFileNames: readonly string[] = endings.map((ending) => `conformance.config${ending}`);

export interface ConfigFile extends ConfigContent {
  readonly label: string;
}

/**
 * Reads the configuration file: the named one, otherwise the `conformance.config.*` of the folder, if any.
 *
 * @param named the path given with `--config`, or `undefined`
 * @throws {UsageError} for an unreadable or invalid file, or if there are several.
 */
export async function readConfigFile(named: string | undefined, folder: string): Promise<ConfigFile | null> {
  const given = named ?? discovered(folder);
  if (given === null) {
    return null;
  }
  const path = resolve(folder, given);
  const label = visibleLine(given);
  requireThat(
    endings.includes(extname(path).toLowerCase()),
    `--config: the name ${quoted(label)} does not end in one of ${endings.join(', ')}`,
  );
  const text = readNamedText(path, `${label}: the configuration file`);
  // Loaded on demand, because the YAML parser takes a while to load.
  const [{ CheckedDocument }, { configDocument }] = await Promise.all([
    import('./checked-document.ts'),
    import('./config-schema.ts'),
  ]);
  return { label, ...readConfigContent(new CheckedDocument(text, label, configDocument), dirname(path)) };
}

function discovered(folder: string): string | null {
  const there = configFilesIn(folder);
  if (there.length > 1) {
    throw new UsageError(
      `${there.slice(0, -1).join(', ')} and ${there.at(-1)} are here: keep one, or name one with --config`,
    );
  }
  return there[0] ?? null;
}

export function configFilesIn(folder: string): readonly string[] {
  try {
    const there = new Set(readdirSync(folder));
    return configFileNames.filter((name) => there.has(name));
  } catch {
    return [];
  }
}
