import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderSummary } from '../../src/report/artifacts/summary.ts';
import { markdownBlock, markdownCode, markdownText } from '../../src/report/markdown.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import { hostileText } from './hostile-text.ts';
import { exchange, exchanged, found, functionalIds, madeReport } from './made-up-run.ts';

describe('text in Markdown', () => {
  test('within a line holds no character that is markup', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const written = markdownText(text);
        const bare = written.replaceAll(/&#\d+;/g, 'x');
        expect(bare).not.toMatch(/[\\`*_{}[\]<>#|~&@$!\n]|:\S|www\./i);
        expect(bare).not.toMatch(/^[-+=]|^\d+[.)](\s|$)|^\s/);
      }),
    );
  });

  test('in a code block can not end it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const lines = markdownBlock(text).split('\n');
        const fence = lines.at(-1) ?? '';
        expect(fence).toMatch(/^`{3,}$/);
        expect(lines[0]).toBe(`${fence}text`);
        expect(lines.slice(1, -1).filter((line) => line.includes(fence))).toEqual([]);
      }),
    );
  });

  test('in inline code can not end it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [, ticks = '', inside = ''] = /^(`+)(.*)\1$/s.exec(markdownCode(text)) ?? [];
        expect(ticks).not.toBe('');
        expect(inside.match(/`+/g) ?? []).not.toContain(ticks);
        expect(inside).not.toContain('\n');
      }),
    );
  });
});

describe('the step summary', () => {
  test('stays below 200 KiB, its code blocks closed', () => {
    const long = 'x`'.repeat(4_000);
    const events = functionalIds.flatMap((id, index) => [
      exchanged(exchange(index + 1, id, { request: { ...exchange(1, id).request, target: `/${long}` } })),
      ...[1, 2, 3, 4].map((kind) =>
        found(id, index + 1, { kind: `kind-${kind}`, message: long, expected: long, actual: long }),
      ),
    ]);
    const summary = renderSummary(madeReport(events));
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(200 * 1_024);
    expect(summary).toMatch(/more parts omitted/);
    expect(outside(summary)).not.toContain('x`');
  });

  test('keeps what the service sent inside code', () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const rest = outside(renderSummary(report)).replaceAll(/(`+).*?\1/g, '');
        expect(rest).not.toMatch(/<|\]\(|\bscript>/);
        expect(Buffer.byteLength(renderSummary(report))).toBeLessThanOrEqual(200 * 1_024);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

/** What stands outside code blocks; a block that is never closed fails the test. */
function outside(markdown: string): string {
  const rest: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark: string | undefined = /^(`{3,})(text)?$/.exec(line)?.[1];
    if (fence === null && mark !== undefined) {
      fence = mark;
    } else if (fence !== null && line === fence) {
      fence = null;
    } else if (fence === null) {
      rest.push(line);
    }
  }
  expect(fence).toBeNull();
  return rest.join('\n');
}
