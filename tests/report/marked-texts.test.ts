import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markedTexts } from '../../src/report/marked-texts.ts';
import { hostileText } from './hostile-text.ts';

function marked(left: string, right: string): readonly string[] | null {
  const difference = markedTexts(left, right);
  return difference === null
    ? null
    : [difference.left, difference.right].map((parts) =>
        parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
      );
}

describe('two texts', () => {
  test('are marked where a character is lost or changed', () => {
    expect(marked('name: "Rex 7 "', 'name: "Rex 7"')).toEqual(['name: "Rex 7[ ]"', 'name: "Rex 7"']);
    expect(marked('categoryId: 9007199254740993', 'categoryId: 9007199254740992')).toEqual([
      'categoryId: 900719925474099[3]',
      'categoryId: 900719925474099[2]',
    ]);
  });

  test('are compared without the labels in front of them', () => {
    expect(
      marked('as by its id: {"id":8,"name":"Rex 100"}', 'in the list: {"id":8,"name":"REX 100"}'),
    ).toEqual(['as by its id: {"id":8,"name":"R[ex] 100"}', 'in the list: {"id":8,"name":"R[EX] 100"}']);
  });

  test('are left alone where they have little in common, or are short, long or equal', () => {
    expect(markedTexts('401 with an Error body', '200 <!DOCTYPE html>')).toBeNull();
    expect(markedTexts('200', '201')).toBeNull();
    expect(markedTexts('the same text', 'the same text')).toBeNull();
    expect(markedTexts('a'.repeat(5_000), `${'a'.repeat(5_000)}b`)).toBeNull();
  });

  test('lose nothing, and what is not marked is the same in both', () => {
    const similar = fc
      .tuple(hostileText, hostileText, fc.string({ unit: 'binary', maxLength: 5 }))
      .map(([before, after, between]) => [`${before}${after}`, `${before}${between}${after}`] as const);
    fc.assert(
      fc.property(fc.oneof(similar, fc.tuple(hostileText, hostileText)), ([left, right]) => {
        const difference = markedTexts(left, right);
        if (difference !== null) {
          const whole = (parts: typeof difference.left) => parts.map(({ text }) => text).join('');
          const common = (parts: typeof difference.left) => whole(parts.filter(({ differs }) => !differs));
          expect(whole(difference.left)).toBe(left);
          expect(whole(difference.right)).toBe(right);
          const withoutLabel = (text: string) => text.replace(/^[A-Za-z ]{1,40}: /, '');
          expect(withoutLabel(common(difference.left))).toBe(withoutLabel(common(difference.right)));
        }
      }),
    );
  });
});
