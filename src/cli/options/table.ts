import { loadOptions } from './load-options.ts';
import { type Flag, type List, type Option, type Single, settingName } from './option.ts';
import { outputOptions, verdictOptions } from './outcome-options.ts';
import { acrossOptions, planLimitOptions, selectionOptions } from './run-options.ts';
import { networkOptions, targetOptions } from './service-options.ts';
import { toolOptions } from './tool-options.ts';

/**
 * Every option of every command, once: the only source of the parser, the help, the configuration file with its schema,
 * the types of the library, shell completion, and the command lines that repeat a run.
 */
export const table = {
  ...targetOptions,
  ...planLimitOptions,
  ...selectionOptions,
  ...acrossOptions,
  ...loadOptions,
  ...verdictOptions,
  ...outputOptions,
  ...networkOptions,
  ...toolOptions,
} as const;

export type OptionTable = typeof table;
export type OptionName = keyof OptionTable;

type Of<Kind> = { [Name in OptionName]: OptionTable[Name] extends { kind: Kind } ? Name : never }[OptionName];
export type FlagName = Of<'flag'>;
export type SingleName = Of<'single'>;
export type ListName = Of<'list'>;

/** The type of an option's value; of a list, of one of its values. */
export type ValueOf<Name extends OptionName> = OptionTable[Name] extends Flag
  ? boolean
  : OptionTable[Name] extends Single<infer Value> | List<infer Value>
    ? Value
    : never;

/** The value of an option that is not given: its default or `null`. */
export type DefaultOf<Name extends SingleName> = OptionTable[Name]['default'];

export function optionsNamed<Name extends OptionName>(...names: readonly Name[]): Pick<OptionTable, Name> {
  const some: Partial<Pick<OptionTable, Name>> = {};
  for (const name of names) {
    some[name] = table[name];
  }
  return some as Pick<OptionTable, Name>;
}

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(table, name);
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
