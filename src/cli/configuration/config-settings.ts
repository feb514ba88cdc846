import { resolve } from 'node:path';
import { type Option, settingName } from '../options/option.ts';
import { isOption, type OptionName, table } from '../options/table.ts';
import type { Located } from '../usage-error.ts';
import type { CheckedDocument } from './checked-document.ts';
import { nameOf, type Path } from './document-schema.ts';
import type { SecretReference } from './secret-reference.ts';

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
