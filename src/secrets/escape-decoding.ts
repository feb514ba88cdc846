import type { DecodedText } from './decoded-text.ts';
import { codeFactor, type EscapeScheme, escapeSchemes } from './escape-schemes.ts';
import { RebuiltText } from './rebuilt-text.ts';

/**
 * Tells whether a sequence may be part of what is looked for.
 *
 * @param code what it stands for
 * @param text where it stands
 * @param start index of its first character
 * @param end index behind its last one
 */
type Matters = (code: number, text: string, start: number, end: number) => boolean;

/** What is looked for. */
export interface Wanted {
  readonly matters: Matters;
  /** Whether a secret holds any of these characters. */
  readonly holdsAny: (characters: string) => boolean;
}

/** Sequences that are further apart than this are not of one piece of a secret, and so much is read beside them. */
const reach = 256;

/**
 * What percent-encoding, escapes of JSON or character references of HTML make of a text, each alone, around the
 * sequences that matter. Percent-encoded bytes beyond ASCII become one character each.
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

/** The parts of a text that are worth reading: those about sequences that matter. */
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
