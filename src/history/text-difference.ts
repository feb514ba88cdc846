import type { JsonValue } from '../json/exact-json.ts';

/**
 * The first difference of two texts: `cut off after 255 of 301 characters`, `U+00E9 instead of U+0065 U+0301 at
 * character 4`. Characters are code points.
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
  return `${pointsFrom(got, common)} instead of ${pointsFrom(wanted, common)} at character ${common + 1}`;
}

const shownPoints = 2;

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

/** `: ` and where they part, for the end of a message about two texts; nothing for other values. */
export function howItDiffers(sent: JsonValue, received: JsonValue | undefined): string {
  return typeof sent === 'string' && typeof received === 'string'
    ? `: ${textDifference(sent, received)}`
    : '';
}
