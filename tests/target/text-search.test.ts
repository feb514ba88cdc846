import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Needle, TextSearch } from '../../src/target/text-search.ts';

/** Of so few characters that needles begin alike, overlap and stand in most texts. */
const character = fc.constantFrom('a', 'b', '\u{1f98a}', '\0');
const text = (bounds: fc.StringConstraints) => fc.string({ ...bounds, unit: character });

/** Places where what came before is an `a` do not count. */
const extent: Needle['extent'] = (haystack, start, end) =>
  haystack[start - 1] === 'a' ? null : [start, end + 1];

function foundOneByOne(haystack: string, needles: readonly Needle[]): unknown[] {
  const longestFirst = needles
    .filter((needle) => needle.text !== '')
    .toSorted((left, right) => right.text.length - left.text.length);
  return Array.from(haystack.split(''), (_unit, index) => index).flatMap((index) => {
    const needle = longestFirst.find((candidate) => haystack.startsWith(candidate.text, index));
    const place = needle === undefined ? null : extent(haystack, index, index + needle.text.length);
    return place === null ? [] : [[needle?.text, ...place]];
  });
}

test('finds what looking at every position finds', () => {
  const needles = fc.array(
    fc.oneof(
      text({ maxLength: 3 }),
      text({ minLength: 4, maxLength: 12 }),
      text({ minLength: 250, maxLength: 270 }),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      needles,
      fc.array(text({ maxLength: 40 }), { maxLength: 8 }),
      fc.nat(),
      (texts, pieces, at) => {
        const known = texts.map((needle): Needle => ({ text: needle, extent }));
        const haystack = [...pieces.slice(0, at % 8), ...texts, ...pieces.slice(at % 8)].join('');
        const found = new TextSearch(known).find(haystack);
        expect(found.map(({ needle, start, end }) => [needle.text, start, end])).toEqual(
          foundOneByOne(haystack, known),
        );
      },
    ),
  );
});

test('finds a needle that is longer than any step, anywhere', () => {
  const needle: Needle = { text: `${'x'.repeat(300)}y`, extent: (_haystack, start, end) => [start, end] };
  for (const before of [0, 1, 254, 255, 256, 300, 511]) {
    const places = new TextSearch([needle]).find(`${'-'.repeat(before)}${needle.text}${'-'.repeat(400)}`);
    expect(places.map(({ start }) => start)).toEqual([before]);
  }
});
