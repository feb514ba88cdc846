import type { JsonValue } from '../json/exact-json.ts';

const longest = 160;

/**
 * A value for a message: a long one is cut, with its length. Characters outside of printable ASCII are escaped, so that
 * similar texts can be distinguished.
 */
export function quote(text: string): string {
  if (text.length <= longest) {
    return escaped(text);
  }
  // Half of a character would look like a lone surrogate from the service.
  const beginning = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  return `${escaped(beginning)}… (${text.length} characters)`;
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
  });
}

/**
 * The first difference of two texts: `cut off after 255 of 301 characters`, `"amp; " instead of " " at character 2`,
 * `U+00E9 instead of U+0065 U+0301 at character 4`. Characters are code points.
 */
export function textDifference(sent: string, received: string): string {
  const wanted = [...sent];
  const got = [...received];
  const common = wanted.findIndex((character, index) => character !== got[index]);
  if (common === -1) {
    return `${got.length - wanted.length} extra characters at the end`;
  }
  if (common === got.length) {
    return `cut off after ${common} of ${wanted.length} characters`;
  }
  const [shown, due] = [got, wanted].map((characters) =>
    characters.slice(common, common + shownCharacters).join(''),
  );
  const isPlain = [shown, due].every((text) => /^[\x20-\x7e]+$/.test(text ?? ''));
  return isPlain
    ? `"${shown}" instead of "${due}" at character ${common + 1}`
    : `${pointsFrom(got, common)} instead of ${pointsFrom(wanted, common)} at character ${common + 1}`;
}

const shownPoints = 2;
const shownCharacters = 12;

function pointsFrom(characters: readonly string[], start: number): string {
  return characters
    .slice(start, start + shownPoints)
    .map(codePointName)
    .join(' ');
}

function codePointName(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `: ` and the first difference of two texts, for the end of a message; empty for other values. */
export function howItDiffers(sent: JsonValue, received: JsonValue | undefined): string {
  return typeof sent === 'string' && typeof received === 'string'
    ? `: ${textDifference(sent, received)}`
    : '';
}
