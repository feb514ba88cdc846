import { type DecodedText, RebuiltText } from './rebuilt-text.ts';

/** HTML names of ASCII characters. */
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", AMP: '&', LT: '<', GT: '>', QUOT: '"' },
    ...{ Tab: '\t', NewLine: '\n', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')' },
    ...{ ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';' },
    ...{ equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']' },
    ...{ Hat: '^', lowbar: '_', UnderBar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|' },
    ...{ rcub: '}', rbrace: '}' },
  }),
);
/** The character that a letter after a backslash denotes in JSON, by character code. */
const jsonLetters = new Uint8Array(128);
for (const [letter, character] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map((pair) => [
  ...pair,
])) {
  jsonLetters[letter?.charCodeAt(0) ?? 0] = character?.charCodeAt(0) ?? 0;
}

export interface EscapeScheme {
  /** The first character of each sequence. */
  readonly mark: string;
  /** Matches sequences that may matter if no secret contains a character of `usual`, which most sequences denote. */
  readonly unusual: RegExp;
  readonly usual: string;
  /** The code point of the sequence at `index`, times 64, plus its length; 0 if it is not a sequence. */
  readonly read: (text: string, index: number) => number;
}

const escapeSchemes: readonly EscapeScheme[] = [
  { mark: '%', unusual: /%[0-9A-Fa-fu]/g, usual: '', read: readPercent },
  {
    mark: '\\',
    unusual: /\\(?:[uUx/bfrt0-7]|\\(?=[uUx/%&0-7]))|(?<=[[,])\\n/g,
    usual: '"\\',
    read: readBackslash,
  },
  {
    mark: '&',
    unusual: /&(?:#(?!39;|34;|x27;)|amp;(?=[#%&\\A-Za-z])|(?!(?:quot|lt|gt|amp|apos);)[A-Za-z]{2,8};)/g,
    usual: '"<>&\'',
    read: readReference,
  },
];

/** Code and length share a number, to allocate nothing for each of thousands of sequences. */
const codeFactor = 64;

function hexRead(text: string, from: number, digits: number, before: number): number {
  let code = 0;
  for (let index = from; index < from + digits; index += 1) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit < 0) {
      return 0;
    }
    code = code * 16 + digit;
  }
  return code * codeFactor + digits + before;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) {
    return code - 0x30;
  }
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

const smallU = 0x75;
const capitalU = 0x55;
const smallX = 0x78;
const openBrace = 0x7b;

/** `%61`, and `%u0061` as written by JavaScript's `escape` for characters beyond Latin-1. */
function readPercent(text: string, index: number): number {
  return text.charCodeAt(index + 1) === smallU
    ? hexRead(text, index + 2, 4, 2)
    : hexRead(text, index + 1, 2, 1);
}

/** A code point in braces, as in JavaScript, Rust, Ruby and PHP, with up to 20 leading zeros. */
const codePointInBraces = /\{0{0,20}([0-9A-Fa-f]{1,6})\}/y;

function readBraces(text: string, index: number): number {
  codePointInBraces.lastIndex = index;
  const match = codePointInBraces.exec(text);
  const code = Number.parseInt(match?.[1] ?? '', 16);
  return match === null || code > 0x10ffff ? 0 : code * codeFactor + match[0].length + 2;
}

function readBackslash(text: string, index: number): number {
  const letter = text.charCodeAt(index + 1);
  if (letter === smallU || letter === capitalU) {
    return text.charCodeAt(index + 2) === openBrace
      ? readBraces(text, index + 2)
      : hexRead(text, index + 2, 4, 2);
  }
  if (letter === smallX) {
    return hexRead(text, index + 2, 2, 2);
  }
  const code = jsonLetters[letter] ?? 0;
  return code === 0 ? readOctal(text, index) : code * codeFactor + 2;
}

/** Up to three octal digits, as in C, PHP and shells. */
function readOctal(text: string, index: number): number {
  let code = 0;
  let digits = 0;
  for (; digits < 3; digits += 1) {
    const digit = text.charCodeAt(index + 1 + digits) - 0x30;
    if (!(digit >= 0 && digit < 8) || code * 8 + digit > 255) {
      break;
    }
    code = code * 8 + digit;
  }
  return digits === 0 ? 0 : code * codeFactor + digits + 1;
}

/** A reference with up to 20 leading zeros: no program writes more. */
const reference =
  /&(?:#0{0,20}(\d{1,7})(?!\d);?|#[xX]0{0,20}([0-9A-Fa-f]{1,6})(?![0-9A-Fa-f]);?|([A-Za-z]{2,8});)/y;

function readReference(text: string, index: number): number {
  const following = text.charCodeAt(index + 1);
  if (following !== 0x23 && (following | 0x20) < 0x61) {
    return 0;
  }
  reference.lastIndex = index;
  const match = reference.exec(text);
  if (match === null) {
    return 0;
  }
  const [whole, decimal, hexadecimal, name] = match;
  const code =
    name === undefined
      ? Number(decimal ?? Number.parseInt(hexadecimal ?? '', 16))
      : entities.get(name)?.charCodeAt(0);
  return code === undefined || code > 0x10ffff ? 0 : code * codeFactor + whole.length;
}

/** Whether an escape sequence of that code point, from `start` to `end`, may be part of a secret or of another encoding. */
type Matters = (code: number, text: string, start: number, end: number) => boolean;

/** The escape sequences to decode. */
export interface Wanted {
  readonly matters: Matters;
  /** Whether a secret contains any of these characters. */
  readonly holdsAny: (characters: string) => boolean;
}

/** The maximum distance between sequences of one piece of a secret, and the length of context to decode around them. */
const reach = 256;

/**
 * Decodes percent-encoding, JSON escapes and HTML character references, each separately, around the sequences that
 * matter. Each percent-encoded byte beyond ASCII becomes one character.
 */
export function* unescapedTexts(source: DecodedText, wanted: Wanted): Generator<DecodedText> {
  for (const scheme of escapeSchemes) {
    if (source.text.includes(scheme.mark)) {
      for (const [start, end] of stretches(source.text, scheme, wanted)) {
        yield decoded(source, scheme, start, end);
      }
    }
  }
}

/** The parts of a text around the sequences that matter. */
function* stretches(
  text: string,
  { mark, unusual, usual, read }: EscapeScheme,
  { matters, holdsAny }: Wanted,
): Generator<readonly [start: number, end: number]> {
  const pattern = new RegExp(holdsAny(usual) ? (mark === '\\' ? /\\/ : mark) : unusual, 'g');
  const nextFrom = (from: number): number => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  };
  let start = -1;
  let end = 0;
  for (let index = nextFrom(0); index !== -1; ) {
    const sequence = read(text, index);
    const next = index + (sequence % codeFactor || 1);
    if (sequence !== 0 && matters(Math.floor(sequence / codeFactor), text, index, next)) {
      if (start !== -1 && index - end > 2 * reach) {
        yield [start, Math.min(text.length, end + reach)];
        start = -1;
      }
      start = start === -1 ? Math.max(0, index - reach) : start;
      end = next;
    }
    index = nextFrom(next);
  }
  if (start !== -1) {
    yield [start, Math.min(text.length, end + reach)];
  }
}

function decoded(source: DecodedText, { mark, read }: EscapeScheme, from: number, to: number): DecodedText {
  const { text } = source;
  const rebuilt = new RebuiltText(text, from, to);
  for (let index = text.indexOf(mark, from); index !== -1 && index < to; ) {
    const sequence = read(text, index);
    const next = index + (sequence % codeFactor || 1);
    if (sequence !== 0) {
      rebuilt.replace(index, next, Math.floor(sequence / codeFactor));
    }
    index = text.indexOf(mark, next);
  }
  rebuilt.takeTo(to);
  return rebuilt.decodedFrom(source, true);
}
