import type { NameShape } from './names.ts';

/** A name with many special features at once, and each feature alone for a service that changes or refuses the name. */
export interface NameBundle extends NameShape {
  /** Each feature as a separate name, including those at the beginning and the end of the bundle. */
  readonly parts: readonly NameShape[];
}

/** A feature in the middle of a name. */
function inside(feature: string, text: string): NameShape {
  return { feature, before: 'a', after: ` ${text} z` };
}

/** One at its beginning. */
function first(feature: string, text: string): NameShape {
  return { feature, before: text, after: '' };
}

/** One at its end. */
function last(feature: string, text: string): NameShape {
  return { feature, before: '', after: text };
}

/** Joins features; the tag precedes those that are not at the beginning. */
function bundle(feature: string, parts: readonly NameShape[]): NameBundle {
  const beginning = parts.find(({ after }) => after === '');
  const end = parts.find(({ before }) => before === '');
  const middle = parts.filter((part) => part !== beginning && part !== end);
  const texts = middle.map(({ after }) => after.slice(1, -2));
  return {
    feature,
    before: beginning?.before ?? 'a',
    after: `${[' ', ...texts].join('')}${end?.after ?? 'z'}`,
    parts,
  };
}

/**
 * Few names with most of what storage, encoders and sanitisers are known to damage, the likeliest to be accepted
 * first. The first two have at most 64 characters, as many bounds on names ask for. A decoder may leave a whole name
 * unchanged if one of its escapes is malformed, so escapes of JSON strings and of URLs are apart from what is none: a
 * quote, and a percent sign before a letter.
 */
export const nameBundles: readonly NameBundle[] = [
  bundle('an apostrophe, markup, escapes, accents and emoji', [
    inside('an apostrophe', "'"),
    inside('a backslash and an n', '\\n'),
    inside('a backslash, a u and digits', '\\u0041'),
    inside('markup', '<b>'),
    inside('entities', '&amp;'),
    inside('two blanks in a row', '  '),
    inside('a percent sign with digits', '%41'),
    inside('a dollar sign with an ampersand', '$&'),
    inside('a plus sign', '+'),
    inside('a precomposed accent', '\u00eb'),
    inside('a decomposed accent', 'e\u0301'),
    inside('a capital beyond ASCII', '\u00c9'),
    inside('a sharp s', '\u00df'),
    inside('a Chinese character', '\u732b'),
    inside('an emoji outside the basic plane', '\u{1f408}'),
    last('dots at the end', '...'),
  ]),
  bundle('blanks at both ends, and characters that are hardly seen', [
    first('a blank at the beginning', ' '),
    inside('a non-breaking space', '\u00a0'),
    inside('a space without width', '\u200b'),
    inside('a soft hyphen', '\u00ad'),
    inside('marks of writing direction', '\u200f\u202b\u05e9\u202c'),
    inside('a variation selector', '\u2764\ufe0f'),
    inside('Korean letters that could be joined', '\u1112\u1161\u11ab'),
    inside('a wide letter', '\uff32'),
    inside('typographic quotation marks', '\u201e\u2019\u201c\u2026\u2013'),
    inside('joined emoji', '\u{1f469}\u200d\u{1f467}'),
    inside('a quote', '"'),
    last('a wide blank at the end', '\u3000'),
  ]),
  bundle('a formula, expressions, addresses and 1,000 letters', [
    first('an equals sign at the beginning', '=1+1 '),
    inside('two apostrophes', "''"),
    inside('a percent sign with a letter', '%s'),
    inside('a web address', 'https://example.com/a?b=c&d=e'),
    inside('a mail address', 'rex@example.com'),
    inside('named and numbered entities', '&nbsp;&eacute;&#39;&#x27;'),
    inside('folders', 'C:\\pets\\new ../x /etc/y'),
    inside('escapes spelled out', '\\u0000 \\x41 \\t \\0'),
    inside('places of templates', '{0} {{name}} {name} ${x} %(name)s #{1} <%= 1 %>'),
    inside('a smiley', ':)'),
    inside('a short code of an emoji', ':cat:'),
    inside('two hyphens', '--'),
    inside('a copyright sign of letters', '(c)'),
    inside('a date', '2024-01-05'),
    last('a long name (1,000 letters)', ` ${'x'.repeat(1_000)}`),
  ]),
  bundle('composed emoji, marks, control characters and what is no character', [
    first('a byte order mark at the beginning', '\ufeff'),
    inside('a skin tone', '\u{1f44b}\u{1f3fd}'),
    inside('flags', '\u{1f1e9}\u{1f1ea} \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e007f}'),
    inside('a keycap', '7\ufe0f\u20e3'),
    inside('combining marks in another order', 'q\u0307\u0323 \u05d0\u05b7\u05bc'),
    inside('isolates of writing direction', '\u2066abc\u2069 \u061c\u0644\u0627'),
    inside('ligatures', '\ufdfa \u0e33 \u0915\u094d\u200d\u0937'),
    inside('a tab', '\t'),
    inside('a carriage return with a line feed', '\r\n'),
    inside('control characters', '\u0001\b\f\u001b\u007f\u0085'),
    inside('private characters and noncharacters', '\ue000\ufffe'),
    inside('a line separator', '\u2028'),
    inside('a byte order mark', '\ufeff'),
    inside('a word joiner and a vowel separator', '\u2060\u180e'),
    inside('five marks on a letter', 'o\u0300\u0302\u0303\u0308\u030c'),
    inside('NUL', '\0'),
    last('a line break at the end', '\n'),
  ]),
];
