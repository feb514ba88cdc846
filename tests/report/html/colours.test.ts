import { describe, expect, test } from 'vitest';
import { badgeGrounds, labelGround } from '../../../src/report/artifacts/badge.ts';
import { styleSheet } from '../../../src/report/html/page-assets.ts';

describe('colours', () => {
  const pairs = [...styleSheet.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\)/g)];

  test.each([
    ['light', 2],
    ['dark', 3],
  ] as const)('%s, contrast with their background: 4.5 to 1 for text, 3 to 1 for shapes', (_, place) => {
    const palette = new Map(pairs.map((pair) => [pair[1], pair[place]]));
    const distance = (colour: string, ground: string) => contrast(palette.get(colour), palette.get(ground));
    for (const ground of ['ground', 'sheet', 'code']) {
      for (const text of ['ink', 'faint', 'bad', 'warn', 'good', 'link']) {
        expect(distance(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      for (const shape of ['admitted', 'refused', 'announced']) {
        expect(distance(shape, ground), `${shape} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }
    for (const verdict of ['bad', 'warn', 'good']) {
      expect(distance(verdict, `${verdict}-ground`), verdict).toBeGreaterThanOrEqual(4.5);
      expect(distance('ink', `${verdict}-ground`), verdict).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('the white text of a badge can be read on every ground', () => {
  for (const ground of [...Object.values(badgeGrounds), labelGround]) {
    expect(contrast('#ffffff', ground), ground).toBeGreaterThanOrEqual(4.5);
  }
});

/** The contrast of two colours (WCAG 2.2, 1.4.3). */
function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
