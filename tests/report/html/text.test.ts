import fc from 'fast-check';
import { type ComponentType, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { Command, Line } from '../../../src/report/html/parts.tsx';
import { visibleLine } from '../../../src/report/words.ts';

function markupOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return renderToString(h(component, props));
}

function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

describe('texts of a page', () => {
  test('keep names of options in one piece', () => {
    const options = (markup: string) =>
      [...markup.matchAll(/<span class="option">([^<]*)</g)].map(([, name]) => name);
    expect(
      options(markupOf(Line, { text: 'give --quota-key PLAN=KEY (--read-only), not a--b or ---- or --1' })),
    ).toEqual(['--quota-key', '--read-only']);
    expect(
      options(markupOf(Command, { text: "run --only 'quota/never-exceeded' --seed 1", maximum: 100 })),
    ).toEqual(['--only', '--seed']);
  });

  test('say the same with and without options, for copies too', () => {
    const words = fc.array(fc.constantFrom('--only', '--', '-', ' ', '(', 'a', '<b>', '&', '\n', '--a-b'));
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join('');
        expect(textOf(markupOf(Line, { text }))).toBe(visibleLine(text));
        expect(textOf(markupOf(Command, { text, maximum: 1_000 }))).toBe(text);
      }),
    );
  });
});
