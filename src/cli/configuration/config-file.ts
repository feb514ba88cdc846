import { readdirSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { visibleLine } from '../../report/words.ts';
import { knownSettings, type OptionName } from '../options/table.ts';
import { readNamedText } from '../report-files/named-file.ts';
import type { Environment } from '../settings/settings.ts';
import { type Located, quoted, requireThat, UsageError } from '../usage-error.ts';
import type { CheckedDocument } from './checked-document.ts';
import { nameOf, type Path } from './document-schema.ts';

/**
 * The values of a setting of the configuration file. Secrets are read from their variables or files when it is called.
 *
 * @throws {UsageError} if a variable is not set, or a file is missing, empty, or has several lines.
 */
export type Setting = (environment: Environment) => readonly Located<string>[];

export type SettingMap = ReadonlyMap<OptionName, Setting>;

/** The common settings, and those of each target by its name. */
export interface ConfigContent {
  readonly settings: SettingMap;
  readonly targets: ReadonlyMap<string, SettingMap>;
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
      settings.set(known.option, settingOf(items, document, folder));
    }
  }
  return settings;
}

interface Item {
  readonly item: Scalar | Reference;
  readonly path: Path;
}

/** Numbers are as they are written, because a double can't hold all of them. */
function settingOf(items: readonly Item[], document: CheckedDocument, folder: string): Setting {
  const located = items.map(({ item, path }) => ({
    item: typeof item === 'number' ? document.textOf(path) : item,
    label: `${document.placeText(document.placeOf(path))}: ${nameOf(path)}`,
  }));
  return (environment) =>
    located.map(({ item, label }) => {
      if (typeof item !== 'object') {
        return { value: String(item), label };
      }
      return 'env' in item ? fromVariable(item.env, label, environment) : fromFile(item.file, label, folder);
    });
}

/** Repeats no name that may be the secret itself. */
function fromVariable(name: string, label: string, environment: Environment): Located<string> {
  const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (text === undefined || text === '') {
    const named = /^[A-Z][A-Z0-9_]*$/.test(name) ? name : 'that it names';
    throw new UsageError(
      `${label}: the environment variable ${named} is ${text === '' ? 'empty' : 'not set'}`,
    );
  }
  return { value: text, label: name };
}

function fromFile(path: string, label: string, folder: string): Located<string> {
  const advice = '; paths start from the folder of the configuration file';
  const file = `${label}: the file that it names`;
  const text = readNamedText(resolve(folder, path), file, advice).replace(/\r?\n$/, '');
  requireThat(text.trim() !== '', `${file} is empty: put the key into it`);
  requireThat(!/[\r\n]/.test(text), `${file} holds more than one line; leave only the key there`);
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
