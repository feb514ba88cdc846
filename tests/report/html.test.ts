import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { styleSheet } from '../../src/report/html/style.ts';
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
