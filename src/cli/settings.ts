import type { ConfigFile } from './config-file.ts';
import type { Invocation } from './option-table.ts';
import type { Given } from './parse/given.ts';
import { UsageError } from './usage-error.ts';

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that stand for options. */
const variables: ReadonlyMap<string, string> = new Map([
  ['api-key', 'ANIMAL_STORE_API_KEY'],
  ['quota-key', 'ANIMAL_STORE_QUOTA_KEYS'],
]);

/** Options of which a variable holds several values, parted by commas. */
const severalInVariable: readonly string[] = ['quota-key'];

/** The values of each option after command line, environment and configuration file are merged. */
export class Settings {
  readonly #invocation: Invocation;
  readonly #environment: Environment;
  readonly #file: ConfigFile | null;

  constructor(invocation: Invocation, environment: Environment, file: ConfigFile | null) {
    this.#invocation = invocation;
    this.#environment = environment;
    this.#file = file;
  }

  /**
   * Every value of the first source that has one: command line, environment, configuration file.
   *
   * @throws {UsageError} where the file names an environment variable that is not set.
   */
  all(option: string): readonly Given[] {
    const values = this.#invocation.options.get(option);
    if (values !== undefined) {
      return values.map((text) => ({ text, label: `--${option}` }));
    }
    const variable = variables.get(option);
    const text = variable === undefined ? undefined : this.#environment[variable];
    if (variable !== undefined && text !== undefined && text !== '') {
      return valuesIn(option, text, variable);
    }
    return this.#fromFile(option);
  }

  /** Whether an option stands on the command line itself. */
  onCommandLine(option: string): boolean {
    return this.#invocation.options.has(option);
  }

  /** The only value of an option that stands once. */
  one(option: string): Given | undefined {
    return this.all(option)[0];
  }

  flag(option: string): boolean {
    return this.one(option)?.text === 'true';
  }

  /** The base address: the command's argument, else the file's. */
  baseUrl(): Given | undefined {
    const { positional } = this.#invocation;
    return positional === undefined ? this.#fromFile('base-url')[0] : { text: positional, label: 'base URL' };
  }

  /** A name that is not in capitals is not repeated in the error: it may be the key itself. */
  #fromFile(option: string): readonly Given[] {
    const setting = this.#file?.settings.get(option);
    if (setting === undefined || setting.kind === 'values') {
      return setting?.values ?? [];
    }
    const text = this.#environment[setting.variable];
    if (text === undefined || text === '') {
      const named = /^[A-Z][A-Z0-9_]*$/.test(setting.variable) ? setting.variable : 'that it names';
      throw new UsageError(
        `${setting.label}: the environment variable ${named} is ${text === '' ? 'empty' : 'not set'}`,
      );
    }
    return valuesIn(option, text, setting.variable);
  }
}

function valuesIn(option: string, text: string, variable: string): readonly Given[] {
  const values = severalInVariable.includes(option)
    ? text.split(',').map((value) => value.trimStart())
    : [text];
  return values.map((value) => ({ text: value, label: variable }));
}
