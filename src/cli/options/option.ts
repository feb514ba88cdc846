/** How the values of an option are read, written and described. */
export interface Codec<Value> {
  /** The placeholder of a value in the help: `DURATION`. */
  readonly placeholder: string;
  /** JSON Schema of a value in a configuration file. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** TypeScript type of a value that a program passes. */
  readonly type: string;
  /** The only words that it takes. */
  readonly words?: readonly string[];
  /** Reads text from the command line, the environment or a configuration file. @throws {UsageError} without the origin */
  parse(text: string): Value;
  /** The text that `parse` reads as this value. */
  write(value: Value): string;
  /** The text of a value of a program, if it may be other than text; `undefined` for one of another type. */
  readonly textOf?: (value: unknown) => string | undefined;
}

interface Description {
  readonly help: string;
  /** Its heading in the help. */
  readonly group: string;
  /** `command line` alone; `file`: also the configuration file; `library`: also programs. */
  readonly scope: 'command line' | 'file' | 'library';
  /**
   * Which command lines repeat it: those that rerun checks; only those that measure plan limits; only the one that repeats
   * the whole run; or none.
   */
  readonly repeated: 'checks' | 'plan limits' | 'whole run' | 'never';
  /** The version of the program that introduced it. */
  readonly since: string;
  /** A description of the behaviour without the option, if it has no fixed default. */
  readonly otherwise?: string;
  /** Whether a value is a secret: a configuration file refers to it, and reports mask it. */
  readonly secret?: boolean;
  /** The environment variable that is read if the option is not given; a list is comma-separated. */
  readonly variable?: string;
}

export interface Flag extends Description {
  readonly kind: 'flag';
}

/** An option that is given once. Its default is `null` if there is none. */
export interface Single<Value, Default extends Value | null = Value | null> extends Description {
  readonly kind: 'single';
  readonly codec: Codec<Value>;
  readonly default: Default;
}

export interface List<Value> extends Description {
  readonly kind: 'list';
  readonly codec: Codec<Value>;
}

export type Option = Flag | Single<unknown> | List<unknown>;

/** Options by their names, without dashes. */
export type Options = Readonly<Record<string, Option>>;

type Extra = Partial<Omit<Description, 'help' | 'group'>>;

const usual = { scope: 'library', repeated: 'never', since: '0.1.0' } as const;

export function flag(group: string, help: string, extra: Extra = {}): Flag {
  return { kind: 'flag', group, help, ...usual, ...extra };
}

export function single<Value>(
  group: string,
  codec: Codec<Value>,
  help: string,
  extra: Extra = {},
): Single<Value, null> {
  return { kind: 'single', group, codec, help, default: null, ...usual, ...extra };
}

export function defaulted<Value>(
  group: string,
  codec: Codec<Value>,
  value: NoInfer<Value>,
  help: string,
  extra: Extra = {},
): Single<Value, Value> {
  return { ...single<Value>(group, codec, help, extra), default: value };
}

export function list<Value>(
  group: string,
  codec: Codec<Value>,
  help: string,
  extra: Extra = {},
): List<Value> {
  return { kind: 'list', group, codec, help, ...usual, ...extra };
}

/** The name of an option in the configuration file and in the library: `max-requests` is `maxRequests`. */
export function settingName(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The help of an option, without its placeholder: `how long to wait for a response [10s]`. */
export function describeOption(option: Option): string {
  const otherwise = defaultText(option);
  return [
    option.help,
    ...(option.kind === 'list' ? ['; repeatable'] : []),
    ...(otherwise === null ? [] : [` [${otherwise}]`]),
  ].join('');
}

export function settingSentence(option: Option): string {
  const help = option.help
    .replace(/; preferably set [A-Z_]+(?: instead|, comma-separated)/, '')
    .replace(/; with --reference [^;]*/, '');
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}${option.kind === 'list' ? '; one, or a list' : ''}.`;
  const otherwise = defaultText(option);
  return otherwise === null ? sentence : `${sentence} Default: ${otherwise}.`;
}

/** The default of an option, or `null` if it has none worth showing. */
function defaultText(option: Option): string | null {
  if (option.kind === 'single' && option.default !== null) {
    return option.codec.write(option.default);
  }
  return option.otherwise ?? null;
}
