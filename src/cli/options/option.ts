import type { Codec } from './values.ts';

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
  /** The default as users write it. */
  readonly defaultText?: string;
}

export interface List<Value> extends Description {
  readonly kind: 'list';
  readonly codec: Codec<Value>;
}

export type Option = Flag | Single<unknown> | List<unknown>;

/** Options by their names, without dashes. */
export type Options = Readonly<Record<string, Option>>;

type Extra = Partial<Omit<Description, 'help' | 'group'>>;

const usual = { scope: 'library', repeated: 'never' } as const;

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
  defaultText: string,
  help: string,
  extra: Extra = {},
): Single<Value, Value> {
  return { ...single<Value>(group, codec, help, extra), default: codec.parse(defaultText), defaultText };
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
  const otherwise = defaultOf(option);
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
  const otherwise = defaultOf(option);
  return otherwise === null ? sentence : `${sentence} Default: ${otherwise}.`;
}

/** The default of an option, or `null` if it has none worth showing. */
function defaultOf(option: Option): string | null {
  return (option.kind === 'single' ? option.defaultText : undefined) ?? option.otherwise ?? null;
}
