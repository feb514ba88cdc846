import { tagPlace } from '../../arbitraries/names.ts';
import type { Subject } from '../../attestation/statement.ts';
import { int64 } from '../../json/exact-json.ts';
import { type Mix, type OperationWord, operationWords } from '../../load/load-plan.ts';
import type { Shard } from '../../load/shards/shard-plan.ts';
import { quoted, requireThat, suggestion } from '../usage-error.ts';

/** How the values of an option are read and described. */
export interface Codec<Value> {
  /** The placeholder of a value in the help: `DURATION`. */
  readonly placeholder: string;
  /** Reads text from the command line, the environment or a configuration file. @throws {UsageError} without the origin */
  parse(text: string): Value;
  /** The only words that it takes. */
  readonly words?: readonly string[];
  /** For editors of configuration files. */
  readonly examples?: readonly string[];
  /** The text of a value of a program, if it may be other than text; `undefined` for one of another type. */
  readonly textOf?: (value: unknown) => string | undefined;
}

/** Any text that is not empty, such as the name of a file. */
export function text(placeholder: string): Codec<string> {
  return { placeholder, parse: (value) => value };
}

/** A text that matches a pattern. @param form the name of the form in errors */
export function textOf(placeholder: string, pattern: RegExp, form: string): Codec<string> {
  return {
    placeholder,
    parse: (value) => {
      requireThat(pattern.test(value), `${quoted(value)} is not ${form}`);
      return value;
    },
  };
}

/** One of a few words; the error for another one names the nearest of them. */
export function choice<const Words extends readonly string[]>(
  placeholder: string,
  words: Words,
): Codec<Words[number]> {
  return {
    placeholder,
    words,
    parse: (text) => {
      const chosen = words.find((word) => word === text);
      requireThat(
        chosen !== undefined,
        `${quoted(text)} is not one of ${words.join(', ')}${suggestion(text, words)}`,
      );
      return chosen;
    },
  };
}

/** A flag in a configuration file, or of a program. */
export const boolean: Codec<boolean> = {
  placeholder: 'true or false',
  parse: (text) => choice('', ['true', 'false']).parse(text) === 'true',
  textOf: (value) => (typeof value === 'boolean' ? String(value) : undefined),
};

/** The largest unsigned 32-bit integer: the largest seed. */
export const largestSeed = 2 ** 32 - 1;

/** The largest count of requests: one that a double holds exactly. */
const largestCount = Number.MAX_SAFE_INTEGER;

/** A number within two bounds, both included, that matches a pattern; `what` is such a number. */
function number(
  placeholder: string,
  pattern: RegExp,
  [least, most]: readonly [number, number],
  what: string,
): Codec<number> {
  return {
    placeholder,
    parse: (text) => {
      const value = pattern.test(text) ? Number.parseFloat(text) : Number.NaN;
      requireThat(value >= least && value <= most, `${quoted(text)} is not ${what}`);
      return value;
    },
    textOf: digits,
  };
}

function digits(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** A whole number, both bounds included. */
export function wholeNumber(placeholder: string, least: number, most = largestCount): Codec<number> {
  const range = most === largestCount ? `from ${least} on` : `from ${least} to ${most}`;
  return number(placeholder, /^\d{1,16}$/, [least, most], `a whole number ${range}`);
}

export const share: Codec<number> = {
  ...number('SHARE', /^\d{1,3}(?:\.\d{1,6})?$/, [0, 1], 'a share from 0 to 1, e.g. 0.67'),
  // A program may compute it, such as 2 / 3.
  textOf: (value) => (typeof value === 'number' ? String(Number(value.toFixed(6))) : undefined),
};

const percent = number(
  'PERCENT',
  /^\d{1,3}(?:\.\d{1,4})?%$/,
  [0.0001, 100],
  'a share up to 100%: write e.g. 1%',
);

/** A share above 0 in percent, such as `1%`. */
export const sampleShare: Codec<number> = { ...percent, parse: (text) => percent.parse(text) / 100 };

/** Requests per second, at least one in 100 s. */
export const rate = number(
  'R',
  /^\d{1,6}(?:\.\d{1,3})?(?:\/s)?$/,
  [0.01, 100_000],
  'a number of requests per second from 0.01 to 100000: write e.g. 50',
);

/** A category's identifier: an int64, exact to the last digit. */
export const categoryId: Codec<bigint> = {
  placeholder: 'N',
  parse: (text) => {
    const value = /^-?\d{1,40}$/.test(text) ? BigInt(text) : int64.maximum + 1n;
    requireThat(
      value >= int64.minimum && value <= int64.maximum,
      `${quoted(text)} is not an int64: write digits only, e.g. 7 (${int64.minimum} to ${int64.maximum})`,
    );
    return value;
  },
  textOf: digits,
};

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest duration that a timer can hold, in ms: a little less than 25 days. */
const longestDurationMs = 2 ** 31 - 1;

/** A duration in ms, written `500ms`, `5s`, `2m` or `24h`. */
export function duration(zero: 'zero allowed' | 'above zero' = 'above zero'): Codec<number> {
  return {
    placeholder: 'DURATION',
    examples: ['500ms', '5s', '2m', '24h'],
    parse: (text) => {
      const [, count = '', unit = ''] = /^(\d{1,15})(ms|s|m|h)$/.exec(text) ?? [];
      requireThat(count !== '', `${quoted(text)} is not a duration: write 500ms, 5s, 2m or 24h`);
      const durationMs = Number(count) * (unitMs[unit] ?? 1);
      requireThat(durationMs <= longestDurationMs, `${quoted(text)} is too long: at most 24 days (576h)`);
      requireThat(
        durationMs > 0 || zero === 'zero allowed',
        `${quoted(text)} must be longer than 0: write e.g. 5s`,
      );
      return durationMs;
    },
    textOf: (value) => (typeof value === 'number' ? `${value}ms` : undefined),
  };
}

/** The shortest minute, in ms, because `X-RateLimit-Reset` and `Retry-After` are whole seconds. */
const shortestMinuteMs = 1_000;

/** How long a service's minute lasts, in ms. */
export const minute: Codec<number> = {
  ...duration(),
  parse: (text) => {
    const minuteMs = duration().parse(text);
    requireThat(
      minuteMs >= shortestMinuteMs,
      `${quoted(text)} is too short for a minute: the rate limit headers are in whole seconds, so pass 1s or more`,
    );
    return minuteMs;
  },
};

/** A time with its zone in ISO 8601. */
const isoTime = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d([.]\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
/** Seconds since 1970 have 10 digits, and milliseconds 13, until the year 2286. */
const epochTime = /^(\d{10})(\d{3})?$/;

/** A time in ms since 1970: an ISO time with its zone, or s or ms since 1970. */
export const time: Codec<number> = {
  placeholder: 'TIME',
  parse: (text) => {
    const epoch = epochTime.exec(text);
    const epochMs = epoch === null ? null : Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0);
    const atMs = epochMs ?? (isOnCalendar(text) ? Date.parse(text) : Number.NaN);
    requireThat(
      Number.isFinite(atMs),
      `${quoted(text)} is not a time: write e.g. 2030-01-01T12:00:00Z, or seconds since 1970`,
    );
    return atMs;
  },
};

/** `Date.parse` reads 30 February as a day in March. */
function isOnCalendar(text: string): boolean {
  const [year, month, day] = (isoTime.exec(text) ?? []).slice(1, 4).map(Number);
  return day !== undefined && new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
}

/** The maximum number of shards whose tags can be distinguished. */
const mostShards = 10_000;

/** `3/8`: the third of eight shards. */
export const shard: Codec<Shard> = {
  placeholder: 'I/N',
  parse: (text) => {
    const [, position = '', whole = ''] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
    const [index, of] = [Number(position) - 1, Number(whole)];
    requireThat(
      index >= 0 && index < of && of <= mostShards,
      `${quoted(text)} is not one of 1 to ${mostShards} shards: write e.g. 3/8 for the third of eight`,
    );
    return { index, of };
  },
};

const exampleMix = 'list=70,get=20,create=10';

/**
 * The weights of the operations in a load, written `list=70,get=20,create=10`: whole numbers of any sum. Omitted ones
 * have the weight 0.
 */
export const mix: Codec<Mix> = {
  placeholder: 'MIX',
  examples: [exampleMix],
  parse: (text) => {
    const words = Object.keys(operationWords);
    const weights = new Map<string, number>();
    for (const part of text.split(',')) {
      const [, word = '', weight = ''] = /^\s*([^=\s]*)\s*=\s*(\d{1,6})\s*$/.exec(part) ?? [];
      requireThat(weight !== '', `${quoted(part)} is not OPERATION=WEIGHT: write e.g. ${exampleMix}`);
      requireThat(
        words.includes(word),
        `${quoted(word)} is not one of ${words.join(', ')}${suggestion(word, words)}`,
      );
      requireThat(!weights.has(word), `${word} is passed twice; pass it once`);
      weights.set(word, Number(weight));
    }
    requireThat(
      [...weights.values()].some((weight) => weight > 0),
      `no operation has a weight above 0: write e.g. ${exampleMix}`,
    );
    const entries = words.map((word) => [word, weights.get(word) ?? 0]);
    return Object.fromEntries(entries) as Record<OperationWord, number>;
  },
};

const longestTemplate = 200;

/** A name with the placeholder `{tag}`, which distinguishes the names of a run. */
export const nameTemplate: Codec<string> = {
  placeholder: 'TEMPLATE',
  parse: (text) => {
    requireThat(
      text.includes(tagPlace),
      `${quoted(text)} has no ${tagPlace}: write it where the run's tag of ten letters goes, e.g. 'Rex ${tagPlace}'`,
    );
    requireThat(text.length <= longestTemplate, `it is longer than ${longestTemplate} characters`);
    return text;
  },
};

/** A tested implementation with its digest: `NAME@sha256:…` or `NAME@gitCommit:…`. */
export const implementation: Codec<Subject> = {
  placeholder: 'NAME@DIGEST',
  parse: (text) => {
    const form =
      /^(?<name>[^\s@][^\s]{0,500})@(?:sha256:(?<sha256>[0-9a-f]{64})|gitCommit:(?<gitCommit>[0-9a-f]{40}|[0-9a-f]{64}))$/;
    const { name = '', sha256, gitCommit } = form.exec(text)?.groups ?? {};
    requireThat(
      name !== '',
      `${quoted(text)} is neither NAME@sha256: with 64 hexadecimal digits nor NAME@gitCommit: with 40; the digits are in lower case, and the name has no white space`,
    );
    return { name, digest: sha256 === undefined ? { gitCommit: gitCommit ?? '' } : { sha256 } };
  },
};
