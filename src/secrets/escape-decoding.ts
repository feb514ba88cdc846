import type { DecodedText } from './decoded-text.ts';
import { codeFactor, type EscapeScheme, escapeSchemes } from './escape-schemes.ts';
import { RebuiltText } from './rebuilt-text.ts';

/**
 * Whether an escape sequence may be part of a secret or of another encoding.
 *
 * @param code the code point that it denotes
 * @param text the text that contains it
 * @param start the index of its first character
 * @param end the index after its last character
 */
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
