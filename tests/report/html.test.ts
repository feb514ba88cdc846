import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { script, styleSheet } from '../../src/report/html/page-assets.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { arbitraryReport } from './arbitrary-run.ts';
import { foreignMarkup } from './foreign-markup.ts';
import { hostileReport } from './sample-report.ts';

describe('index.html', () => {
  test('holds no tag, attribute, address or invisible character but its own, whatever the service sent', () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        expect(foreignMarkup(renderHtml(report))).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  test('holds style and script as its policy has hashed them', () => {
    const html = renderHtml(hostileReport());
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    for (const [element, text] of [
      ['style', styleSheet],
      ['script', script],
    ] as const) {
      expect(html).toContain(`<${element}>${text}</${element}>`);
      expect(text).not.toMatch(/<\/|<!--|<script/i);
      expect(policy).toContain(
        `${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      );
    }
  });

  test('has style and script beside it where nothing within it would be allowed', () => {
    const html = renderHtml(hostileReport(), 'external');
    expect(html).not.toMatch(/<style|<script>| style="/);
    expect(html).toContain('<link rel="stylesheet" href="page.css"/>');
    expect(html).toContain('<script src="page.js"></script>');
    expect(html).toContain("style-src 'self'; script-src 'self'; ");
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
