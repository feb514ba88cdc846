/** One option of a command. */
export interface OptionDeclaration {
  /** `flag` takes no value, `single` takes one and stands once, `list` takes one and may be repeated. */
  readonly kind: 'flag' | 'single' | 'list';
  /** What stands for the value in the help: `KEY`. */
  readonly value?: string;
  /** The words that it takes, where it takes no others. */
  readonly words?: readonly string[];
  readonly describe: string;
  /** The heading that the help lists it under. */
  readonly group: string;
  /** Whether the configuration file may hold it: as text, or, for a secret, as `{ "env": "NAME" }`. */
  readonly inFile: 'text' | 'secret' | 'no';
}

/** The options of a command by their names, without dashes. */
export type OptionTable = Readonly<Record<string, OptionDeclaration>>;

/** A command of the program: what it takes, and what its help says. */
export interface CommandDeclaration {
  /** The words that call it: `report render`. */
  readonly name: string;
  readonly describe: string;
  readonly positional: {
    /** As the help and the errors name it: `base-url`. */
    readonly name: string;
    readonly describe: string;
    readonly required: boolean;
  } | null;
  /** Arguments after that one: one at most, or any number where it is `repeated`. */
  readonly others?: {
    readonly name: string;
    readonly describe: string;
    readonly required: boolean;
    readonly repeated: boolean;
  };
  readonly options: OptionTable;
  /** Command lines without the program's name, each with what it does. */
  readonly examples: readonly (readonly [commandLine: string, describe: string])[];
}

/** A command line that was read: every option known, with as many values as it may have. */
export interface Invocation {
  readonly command: string;
  readonly positional: string | undefined;
  /** The arguments after it. */
  readonly others: readonly string[];
  /** The values of each option that was given; a flag's is `true` or `false`. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** The name of an option in the configuration file: `max-requests` is `maxRequests`. */
export function settingName(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
