import type { Mix } from '../../load/load-plan.ts';
import type { Shard } from '../../load/shards/shard-plan.ts';
import type { QuotaKey } from '../../suite/run-options.ts';
import { parseApiKey } from '../parse/api-key.ts';
import { parseBaseUrl } from '../parse/base-url.ts';
import { type CarriedField, parseCarriedHeader } from '../parse/carried-header.ts';
import { parseChoice } from '../parse/choice.ts';
import { parseDuration, parseMinute, writeDuration } from '../parse/duration.ts';
import { parseImplementation } from '../parse/implementation.ts';
import { parseMix } from '../parse/mix.ts';
import { parseNameTemplate } from '../parse/name-template.ts';
import { type GivenPlace, parsePlace, writePlace } from '../parse/place.ts';
import {
  parsePlanLimit,
  parseQuotaKey,
  plans,
  type StatedLimit,
  writePlanLimit,
} from '../parse/plan-limit.ts';
import { parseShard, parseStartTime } from '../parse/shard.ts';
import { largestCount, parseCategoryId, parseNumber, parseWholeNumber } from '../parse/whole-number.ts';
import { quoted, requireThat } from '../usage-error.ts';
import type { Codec } from './option.ts';

/** Any text that is not empty, such as the name of a file. */
export function text(placeholder: string): Codec<string> {
  return { ...described(placeholder), parse: same, write: same };
}

/** A name with a placeholder for the tag of the run. */
export const nameTemplate: Codec<string> = { ...text('TEMPLATE'), parse: parseNameTemplate };

/** A tested implementation with its digest, as it was written. */
export const implementation: Codec<string> = {
  ...text('NAME@DIGEST'),
  parse: (value) => {
    parseImplementation(value);
    return value;
  },
};

/** A text that matches a pattern. @param form the name of the form in errors */
export function textOf(placeholder: string, pattern: RegExp, form: string): Codec<string> {
  return {
    ...described(placeholder),
    parse: (value) => {
      requireThat(pattern.test(value), `${quoted(value)} is not ${form}`);
      return value;
    },
    write: same,
  };
}

export function choice<const Words extends readonly string[]>(
  placeholder: string,
  words: Words,
): Codec<Words[number]> {
  return {
    placeholder,
    words,
    schema: { enum: words },
    type: words.map((word) => `'${word}'`).join(' | '),
    parse: (text) => parseChoice(text, words),
    write: same,
  };
}

/** A whole number, both bounds included. */
export function wholeNumber(placeholder: string, least: number, most = largestCount): Codec<number> {
  return {
    placeholder,
    schema: { type: ['integer', 'string'], pattern: '^[0-9]+$', minimum: least, maximum: most },
    type: 'number',
    parse: (text) => parseWholeNumber(text, least, most),
    write: String,
    textOf: digits,
  };
}

const durationText = {
  placeholder: 'DURATION',
  schema: { type: 'string', pattern: '^[0-9]{1,15}(ms|s|m|h)$', examples: ['500ms', '5s', '2m', '24h'] },
  type: 'Duration | number',
  write: writeDuration,
  textOf: (value: unknown) => (typeof value === 'number' ? `${value}ms` : undefined),
} as const;

export function duration(zero: 'zero allowed' | 'above zero' = 'above zero'): Codec<number> {
  return { ...durationText, parse: (text) => parseDuration(text, zero) };
}

/** How long a service's minute lasts, in ms. */
export const minute: Codec<number> = { ...durationText, parse: parseMinute };

export const categoryId: Codec<bigint> = {
  placeholder: 'N',
  schema: { type: ['integer', 'string'], pattern: '^-?[0-9]+$' },
  type: 'number | bigint',
  parse: parseCategoryId,
  write: String,
  textOf: digits,
};

export const share: Codec<number> = {
  placeholder: 'SHARE',
  schema: {
    type: ['number', 'string'],
    pattern: '^(0([.][0-9]{1,6})?|1([.]0{1,6})?)$',
    minimum: 0,
    maximum: 1,
  },
  type: 'number',
  parse: (text) => parseNumber(text, /^\d{1,3}(?:\.\d{1,6})?$/, [0, 1], 'a share from 0 to 1, e.g. 0.67'),
  write: String,
  // A program may compute it, such as 2 / 3.
  textOf: (value) => (typeof value === 'number' ? String(Number(value.toFixed(6))) : undefined),
};

/** A share above 0 in percent, such as `1%`. */
export const sampleShare: Codec<number> = {
  ...described('PERCENT'),
  parse: (text) =>
    parseNumber(text, /^\d{1,3}(?:\.\d{1,4})?%$/, [0.0001, 100], 'a share up to 100%: write e.g. 1%') / 100,
  write: (share) => `${Number((share * 100).toPrecision(12))}%`,
};

/** Requests per second, at least one in 100 s. */
export const rate: Codec<number> = {
  placeholder: 'R',
  schema: { type: ['number', 'string'], pattern: '^[0-9]{1,6}([.][0-9]{1,3})?(/s)?$' },
  type: 'number',
  parse: (text) =>
    parseNumber(
      text,
      /^\d{1,6}(?:\.\d{1,3})?(?:\/s)?$/,
      [0.01, 100_000],
      'a number of requests per second from 0.01 to 100000: write e.g. 50',
    ),
  write: String,
};

const weight = '(list|get|create)\\s*=\\s*[0-9]{1,6}';

export const shard: Codec<Shard> = {
  ...described('I/N'),
  parse: parseShard,
  write: ({ index, of }) => `${index + 1}/${of}`,
};

/** A time in ms since 1970. */
export const time: Codec<number> = { ...described('TIME'), parse: parseStartTime, write: writeTime };

export function writeTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export const mix: Codec<Mix> = {
  placeholder: 'MIX',
  schema: {
    type: 'string',
    pattern: `^\\s*${weight}\\s*(,\\s*${weight}\\s*)*$`,
    examples: ['list=70,get=20,create=10'],
  },
  type: 'string',
  parse: parseMix,
  write: (value) =>
    Object.entries(value)
      .map(([word, of]) => `${word}=${of}`)
      .join(','),
};

export const baseUrl: Codec<string> = {
  placeholder: 'URL',
  schema: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s?#]+$' },
  type: 'string',
  parse: parseBaseUrl,
  write: same,
};

export const place: Codec<GivenPlace> = { ...described('ADDRESS'), parse: parsePlace, write: writePlace };

export const apiKey: Codec<string> = { ...described('KEY'), write: same, parse: parseApiKey };

export const plan = choice('PLAN', plans);

export const planLimit: Codec<StatedLimit> = {
  placeholder: 'PLAN=MINUTE/DAY',
  schema: {
    type: 'string',
    pattern: `^(${plans.join('|')})=[0-9]{1,16}/[0-9]{1,16}$`,
    examples: ['enterprise=5000/1000000'],
  },
  type: 'StatedLimit',
  parse: parsePlanLimit,
  write: writePlanLimit,
  textOf: (value) => {
    const { plan, perMinute, perDay } = Object(value);
    return typeof plan === 'string' ? `${plan}=${perMinute}/${perDay}` : undefined;
  },
};

/** A key that a run may exhaust, with its plan. The key is empty if only the plan is given. */
export const quotaKey: Codec<QuotaKey> = {
  ...described('PLAN=KEY'),
  type: 'QuotaKey',
  parse: parseQuotaKey,
  write: ({ plan, key }) => (key === '' ? plan : `${plan}=${key}`),
  textOf: (value) => {
    const { plan, key } = Object(value);
    return typeof plan === 'string' && typeof key === 'string' ? `${plan}=${key}` : undefined;
  },
};

/** `NAME: VALUE`, a field that every request carries. */
export const header: Codec<CarriedField> = {
  ...described("'NAME: VALUE'"),
  parse: parseCarriedHeader,
  write: ({ name, value }) => `${name}: ${value}`,
};

/** Written out: the help needs no catalogue. */
const groups = ['auth', 'list', 'create', 'get', 'responses', 'errors', 'rate', 'quota', 'version', 'store'];

export const glob: Codec<string> = {
  ...text('GLOB'),
  schema: { type: 'string', minLength: 1, examples: groups.map((group) => `${group}/*`) },
};

function described(placeholder: string) {
  return { placeholder, schema: { type: 'string', minLength: 1 }, type: 'string' } as const;
}

function same<Text extends string>(value: Text): Text {
  return value;
}

function digits(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
