import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { styleSheet } from '../../src/report/html/style.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { arbitraryReport } from './arbitrary-run.ts';
import { hostileReport } from './sample-report.ts';

const elements =
  'a|article|bdi|body|circle|code|dd|desc|details|div|dl|dt|figcaption|figure|footer|h1|h2|h3|head|header|html|li|line|main|meta|nav|p|path|pre|rect|section|span|strong|style|summary|svg|table|tbody|td|text|th|thead|title|tr|ul';
const attributes =
  'aria-hidden|aria-label|aria-labelledby|charset|class|content|cx|cy|d|dx|height|href|http-equiv|id|lang|name|preserveAspectRatio|r|role|scope|viewBox|width|x|x1|x2|y|y1|y2';
const tag = new RegExp(`^<(?:!doctype html|/?(?:${elements})(?: (?:${attributes})="[^"<>]*")*/?)>`);

describe('index.html', () => {
  test('holds no tag, attribute, address or invisible character but its own, whatever the service sent', () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const html = renderHtml(report);
        for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
          expect(html.slice(at, at + 20_000)).toMatch(tag);
        }
        for (const [, href] of html.matchAll(/ href="([^"]*)"/g)) {
          expect(href).toMatch(/^#[a-z0-9/-]+$/);
        }
        expect(html).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 60 },
    );
  });

  test('holds the style sheet as its policy has hashed it', () => {
    expect(renderHtml(hostileReport())).toContain(`<style>${styleSheet}</style>`);
  });

  test('stays small where the service sends much', () => {
    expect(renderHtml(hostileReport()).length).toBeLessThan(400_000);
  });

  test('lists every requirement once, by its id', () => {
    const report = hostileReport();
    const html = renderHtml(report);
    for (const { id } of report.requirements) {
      expect(html.split(` id="${id}"`)).toHaveLength(2);
    }
  });
});
