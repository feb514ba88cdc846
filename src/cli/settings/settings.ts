import type { Invocation } from '../command.ts';
import type { ChosenTarget } from '../configuration/config-target.ts';
import { baseUrl } from '../options/service-values.ts';
import {
  type DefaultOf,
  type FlagName,
  type ListName,
  type OptionName,
  type SingleName,
  table,
  type ValueOf,
} from '../options/table.ts';
import { boolean, type Codec } from '../options/values.ts';
import { type Located, readLocated } from '../usage-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of each option after command line, environment and configuration file are merged. */
export class Settings {
  readonly #invocation: Invocation;
  readonly #environment: Environment;
  readonly #target: ChosenTarget | null;

  constructor(invocation: Invocation, environment: Environment, target: ChosenTarget | null) {
    this.#invocation = invocation;
    this.#environment = environment;
    this.#target = target;
  }

  /**
   * Every value of the first source that has one: command line, environment, configuration file.
   *
   * @throws {UsageError} for a wrong value, and if the file refers to an environment variable that is not set.
   */
  given<Name extends OptionName>(name: Name): readonly Located<ValueOf<Name>>[] {
    // TypeScript can't relate the codec of an option to the type of its values.
    const codec = codecOf(name) as Codec<ValueOf<Name>>;
    return this.texts(name).map((given) => ({
      value: readLocated(given, codec.parse),
      label: given.label,
    }));
  }

  /** The value of a single option, with its origin. @throws {UsageError} as `given`. */
  one<Name extends FlagName | SingleName>(name: Name): Located<ValueOf<Name>> | undefined {
    return this.given(name)[0];
  }

  /** The value of an option, or its default. @throws {UsageError} as `given`. */
  value<Name extends SingleName>(name: Name): ValueOf<Name> | DefaultOf<Name> {
    return this.one(name)?.value ?? table[name].default;
  }

  /** The values of an option that may be repeated. @throws {UsageError} as `given`. */
  values<Name extends ListName>(name: Name): readonly ValueOf<Name>[] {
    return this.given(name).map(({ value }) => value);
  }

  flag(name: FlagName): boolean {
    return this.one(name)?.value === true;
  }

  isGiven(name: OptionName): boolean {
    return (
      this.isGivenDirectly(name) ||
      this.#inEnvironment(name) !== '' ||
      this.#target?.settings.has(name) === true
    );
  }

  /** Whether an option is on the command line, or passed by a program. */
  isGivenDirectly(name: OptionName): boolean {
    return this.#invocation.options.has(name);
  }

  /** The name of the target that the command's argument names, or `null`. */
  get targetName(): string | null {
    return this.#target?.name ?? null;
  }

  /** Whether the command's argument names a service: a base URL or a target. */
  get namesService(): boolean {
    return this.#invocation.positionals.length > 0;
  }

  /** The base URL: the command's argument, otherwise that of the file. @throws {UsageError} for an invalid one. */
  baseUrl(): Located<string> | undefined {
    const [positional] = this.#invocation.positionals;
    const label = 'base URL';
    return positional === undefined || this.targetName !== null
      ? this.one('base-url')
      : { value: readLocated({ value: positional, label }, baseUrl.parse), label };
  }

  #inEnvironment(name: OptionName): string {
    const variable = table[name].variable;
    return variable === undefined ? '' : (this.#environment[variable] ?? '');
  }

  /** The values as they are written in that source. @throws {UsageError} if the file refers to a variable that is not set. */
  texts(name: OptionName): readonly Located<string>[] {
    const texts = this.#invocation.options.get(name);
    if (texts !== undefined) {
      return texts.map((text) => ({ value: text, label: `--${name}` }));
    }
    const inEnvironment = this.#inEnvironment(name);
    if (inEnvironment !== '') {
      return valuesIn(name, inEnvironment, table[name].variable ?? '');
    }
    const given = this.#target?.settings.get(name)?.(this.#environment) ?? [];
    return table[name].secret === true
      ? given.flatMap(({ value, label }) => valuesIn(name, value, label))
      : given;
  }
}

/** The codec of an option; a flag is `true` or `false`. */
export function codecOf(name: OptionName): Codec<unknown> {
  const row = table[name];
  return row.kind === 'flag' ? boolean : row.codec;
}

/** The comma-separated values of a variable, or of a file with keys. */
function valuesIn(name: OptionName, text: string, label: string): readonly Located<string>[] {
  const { kind, variable } = table[name];
  const several = kind === 'list' && variable !== undefined;
  const values = several ? text.split(',').map((value) => value.trimStart()) : [text];
  return values.map((value) => ({ value: value, label }));
}
