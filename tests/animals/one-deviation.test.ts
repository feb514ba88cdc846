import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { howItDiffers, quote, textDifference } from '../../src/animals/quote.ts';
import { deviations } from './deviations.ts';
import { creation, findings, flagged, large, reading, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

describe('one deviation', () => {
  it.each(deviations)('%s', (_name, shapes, expected) => {
    expect(flagged(...shapes)).toEqual(expected);
  });

  it.each([
    ['another category than the least plain one', '1', '9', 'create/echoes-fields'],
    ['the largest number of sixteen bits for a larger one', '5000000000', '65535', 'create/int64-exact'],
    ['a number that no small type makes of a larger one', '5000000000', '65537', 'create/echoes-fields'],
    ['the least plain category for a larger one', '5000000000', '1', 'create/echoes-fields'],
  ])(
    'in an echo is distinguished from the effect of a small type: %s',
    (_what, sent, received, requirement) => {
      expect(flagged(creation({ categoryId: sent }, { categoryId: received }))).toEqual([
        `${requirement} categoryId-differs`,
      ]);
    },
  );

  it('in what was stored is found by a reading: a name that was echoed well', () => {
    const stored = { name: `"${runTag}1z ?? Zo?"` };
    expect(flagged(creation({ name: unicode }), reading(stored))).toEqual([
      'get/returns-created name-differs',
      'create/text-exact name-stored-changed',
    ]);
  });

  it('in what was stored is found by a reading: a categoryId that was echoed well', () => {
    const stored = { categoryId: `${2n ** 53n}` };
    expect(flagged(creation({ categoryId: large }), reading(stored))).toEqual([
      'get/returns-created categoryId-differs',
      'create/int64-exact categoryId-stored-changed',
    ]);
  });

  it('cites the exchanges that it rests on', () => {
    const cited = deviations
      .flatMap(([, shapes]) => findings(...shapes))
      .flatMap(({ requirement, kind, related }) =>
        related.map(({ role, exchange }) => `${requirement} ${kind}: ${role} ${exchange}`),
      );
    expect([...new Set(cited)].sort()).toMatchInlineSnapshot(`
      [
        "auth/refused-without-effect stored: the refused creation 1",
        "create/refused-without-effect stored: the refused creation 1",
        "create/refused-without-effect stored: the refused creation 2",
        "create/unique-ids id-given-twice: the other creation 1",
        "create/unique-ids id-given-twice: the other creation 2",
        "get/returns-created another-animal: creation 1",
        "get/returns-created name-differs: creation 1",
        "get/returns-created not-found: creation 1",
        "get/returns-created not-found: creation 3",
        "get/returns-created not-found: creation 5",
        "get/returns-created status-differs: creation 1",
        "get/stable categoryId-differs: read before 2",
        "get/stable name-differs: read before 2",
        "get/stable not-found: creation 1",
        "get/stable not-found: creation 3",
        "get/stable not-found: read before 2",
      ]
    `);
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

describe('quote', () => {
  it('writes nothing but printable ASCII, and the mark of what was cut', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(quote(text)).toMatch(/^[\x20-\x7e]*(?:… \(\d+ characters\))?$/);
      }),
    );
  });

  it('says how long a long text is', () => {
    expect(quote('x'.repeat(1_000))).toBe(`${'x'.repeat(160)}… (1000 characters)`);
  });
});

test.each([
  ['abcdef', 'abc', 'cut off after 3 of 6 characters'],
  ['abc', 'abcd', '1 extra characters at the end'],
  ['Amélie', 'Am\u0065\u0301lie', 'U+0065 U+0301 instead of U+00E9 U+006C at character 3'],
  [' a', 'a', '"a" instead of " a" at character 1'],
  ['Tom & Tim', 'Tom &amp; Tim', '"amp; Tim" instead of " Tim" at character 6'],
  ['a😀', 'a?', 'U+003F instead of U+1F600 at character 2'],
])('%j received as %j', (sent, received, words) => {
  expect(textDifference(sent, received)).toBe(words);
});

test('any two texts can be distinguished in one printable line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (sent, received) => {
      expect(textDifference(sent, received)).toMatch(/^[\x20-\x7e]+$/);
    }),
  );
});

test.each([
  ['abc', 'ab', ': cut off after 2 of 3 characters'],
  ['abc', 7n, ''],
  [7n, 'abc', ''],
  ['abc', undefined, ''],
])('%s received as %s is described as %s', (sent, received, words) => {
  expect(howItDiffers(sent, received)).toBe(words);
});
