import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAnotherForm, nameChanges, nameFormText } from '../../src/animals/name-form.ts';
import { propertyRuns } from '../property-runs.ts';
import { creation, flagged, reading } from './shapes.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'e\u0301', '\u00e9', '\u1112\u1161\u11ab', '🐈'),
  minLength: 1,
});
const blank = fc.string({
  unit: fc.constantFrom(...' \t\n\v\f\x1c\x1f\x85\xa0\u2000\u202f\u2028\u3000\ufeff'),
  minLength: 1,
});
/** Around a name control and format characters too, which some frameworks trim. */
const edge = fc
  .array(fc.oneof(blank, fc.constantFrom('\0', '\u0001', '\u200f', '\u2060')))
  .map((parts) => parts.join(''));
/** Words with white space between them, and perhaps around them. */
const name = fc
  .tuple(edge, fc.array(fc.tuple(word, blank)), word, edge)
  .map(([start, pairs, last, end]) => `${start}${pairs.flat().join('')}${last}${end}`);

describe('a name is in another form', () => {
  type Change = (text: string) => string;
  const python = '[\\p{White_Space}\\x1c-\\x1f]+';
  const same: Change = (text) => text;
  const trims: readonly [string, Change][] = [
    ['not trimmed', same],
    ['trimmed as JavaScript does', (text) => text.trim()],
    ['trimmed at its beginning', (text) => text.trimStart()],
    ['trimmed of blanks alone', (text) => text.replace(/^ +| +$/g, '')],
    ['trimmed as Java does', (text) => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '')],
    ['trimmed as Symfony does', (text) => text.replace(/^[\p{Z}\p{Cc}\p{Cf}]+|[\p{Z}\p{Cc}\p{Cf}]+$/gu, '')],
    ['trimmed as Python does', (text) => text.replace(new RegExp(`^${python}|${python}$`, 'gu'), '')],
  ];
  const collapses: readonly [string, Change][] = [
    ['not collapsed', same],
    ['collapsed as JavaScript does', (text) => text.replace(/\s+/g, ' ')],
    ['collapsed as JavaScript does, where there are several', (text) => text.replace(/\s{2,}/g, ' ')],
    ['collapsed as Unicode says', (text) => text.replace(/\p{White_Space}+/gu, ' ')],
    ['collapsed as Python does', (text) => text.replace(new RegExp(python, 'gu'), ' ')],
    ['collapsed as Java does', (text) => text.replace(/[ \t\n\v\f\r]+/g, ' ')],
    ['collapsed as Go does', (text) => text.replace(/[\t\n\f\r ]+/g, ' ')],
    ['collapsed where there are several blanks', (text) => text.replace(/ {2,}/g, ' ')],
  ];
  it.each(
    trims.flatMap(([trimmed, trim]) =>
      collapses.map(([collapsed, collapse]) => [`${trimmed}, ${collapsed}`, trim, collapse] as const),
    ),
  )('%s, in any order, composed or not', (_how, trim, collapse) => {
    fc.assert(
      fc.property(name, fc.boolean(), fc.boolean(), (sent, isComposed, isTrimmedFirst) => {
        const text = isComposed ? sent.normalize('NFC') : sent;
        const received = isTrimmedFirst ? collapse(trim(text)) : trim(collapse(text));
        const changes = nameChanges(sent, received);
        expect(changes).not.toBeNull();
        expect(changes?.length === 0).toBe(sent === received);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('in the ways that it says', () => {
    expect(nameChanges(' e\u0301  b ', '\u00e9 b')).toEqual(['trimmed', 'collapsed', 'normalised']);
    expect(nameChanges('\ufeffRex\u200b', 'Rex')).toEqual(['trimmed']);
    expect(nameChanges('a\tb', 'a b')).toEqual(['collapsed']);
    expect(nameChanges('a\ufeffb', 'a b')).toEqual(['collapsed']);
    expect(nameChanges('\ufeffa\u2028\0\n', 'a \0')).toEqual(['trimmed']);
    expect(nameChanges('Rex', 'Rex')).toEqual([]);
    expect(nameFormText(['trimmed', 'normalised'])).toBe(
      'white space at the ends of names is trimmed, names are normalised to NFC',
    );
  });
});

describe('a name is damaged', () => {
  it('where a character of a word is lost, added, replaced or moved', () => {
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom('', 'x', '?'), (sent, place, other) => {
        const letters = [...sent]
          .map((letter, at) => ({ letter, at }))
          .filter(({ letter }) => letter === 'a');
        const chosen = letters[place % Math.max(1, letters.length)];
        fc.pre(chosen !== undefined);
        const received = [...sent].map((letter, at) => (at === chosen?.at ? other : letter)).join('');
        expect(nameChanges(sent, received)).toBeNull();
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    ['two words become one', 'a b', 'ab'],
    ['a word becomes two', 'ab', 'a b'],
    ['white space is added at an end', 'a', 'a '],
    ['white space becomes more', 'a b', 'a  b'],
    ['white space at an end becomes other white space', 'a\t', 'a\n'],
    ['a line end of two characters becomes one', 'a\r\nb', 'a\nb'],
    ['it is decomposed', '\u00e9', 'e\u0301'],
    ['it is normalised for compatibility', '\ufb01', 'fi'],
    ['it is cut', 'a b', 'a'],
    ['it is escaped', 'a & b', 'a &amp; b'],
    ['a character without width is lost inside', 'a\u200bb', 'ab'],
    ['a character without width is lost inside', 'a\u200bb', 'ab'],
    ['a byte order mark is lost inside', 'a\ufeffb', 'ab'],
    ['a control character at an end becomes a blank', 'a\0', 'a '],
  ])('where %s', (_how, sent, received) => {
    expect(nameChanges(sent, received)).toBeNull();
  });

  it('is decided in time for long white space too', () => {
    const long = `a${' '.repeat(200_000)}b`;
    expect(nameChanges(long, 'a b')).toEqual(['collapsed']);
    expect(nameChanges(long, 'b a')).toBeNull();
  });

  it('is not looked for among endless combining marks, which take quadratic time', () => {
    const endless = `a${'\u0301\u0323'.repeat(60_000)}`;
    expect(isAnotherForm(endless, `a${'\u0323\u0301'.repeat(60_000)}`)).toBe(false);
    const name = JSON.stringify(endless);
    expect(flagged(creation({ name }, { name: '"a"' }), reading({ name: '"a"' }))).toEqual([]);
  });
});
