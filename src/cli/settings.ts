import type { ChosenTarget } from './config-target.ts';
import type { Invocation } from './option-table.ts';
import type { Given } from './parse/given.ts';
import { readSecret } from './secret-reference.ts';

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
  readonly #target: ChosenTarget | null;

  constructor(invocation: Invocation, environment: Environment, target: ChosenTarget | null) {
    this.#invocation = invocation;
    this.#environment = environment;
    this.#target = target;
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

  /** The name of the target that the command's argument names, or `null`. */
  get targetName(): string | null {
    return this.#target?.name ?? null;
  }

  /** The base address: the command's argument, else the file's. */
  baseUrl(): Given | undefined {
    const { positional } = this.#invocation;
    return positional === undefined || this.targetName !== null
      ? this.#fromFile('base-url')[0]
      : { text: positional, label: 'base URL' };
  }

  #fromFile(option: string): readonly Given[] {
    const setting = this.#target?.settings.get(option);
    if (setting === undefined || setting.kind === 'values') {
      return setting?.values ?? [];
    }
    return setting.references.flatMap((reference) => {
      const { text, label } = readSecret(reference, this.#environment);
      return valuesIn(option, text, label);
    });
  }
}

function valuesIn(option: string, text: string, variable: string): readonly Given[] {
  const values = severalInVariable.includes(option)
    ? text.split(',').map((value) => value.trimStart())
    : [text];
  return values.map((value) => ({ text: value, label: variable }));
}
