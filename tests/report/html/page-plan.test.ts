import { describe, expect, test } from 'vitest';
import { planPage } from '../../../src/report/html/page-plan.tsx';
import { renderHtml } from '../../../src/report/html.tsx';
import { every } from '../../test-seed.ts';
import { hostileTexts } from '../hostile-text.ts';
import { largeReport } from '../large-report.ts';
import { markupOf } from '../made-up-run.ts';
import { longRecord } from '../sample-plan-limits.ts';

const lists = JSON.stringify(
  Array.from({ length: 20 }, (_, id) => ({ id, name: `Rex ${id}`, categoryId: 1, status: 'sold' })),
);

describe('a page of 5,000 exchanges', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['texts that grow when they are escaped', '<"&'.repeat(2_000)],
    ['lists', lists],
    ['texts of invisible characters', '\u202e\u{e0041}'.repeat(200)],
    ['hostile texts', hostileTexts.join(' ').repeat(5)],
  ];
  // Each page takes seconds to plan and render: the gate tries one.
  test.each(every(4, texts))('with %s is below 2 MB, and says what was cut', (_, text) => {
    const report = largeReport(text);
    expect(report.exchanges.length).toBeGreaterThanOrEqual(5_000);
    const html = renderHtml(report);
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    const { listed, whole } = planPage(report);
    expect(html.match(/ id="exchange-\d+"/g)).toHaveLength(listed.size);
    const [, bare = '', unlisted = ''] =
      /([\d,]+) exchanges? lack headers and bodies and ([\d,]+) exchanges? are not listed/.exec(html) ?? [];
    expect(Number(bare.replace(',', ''))).toBe([...listed].filter((number) => !whole.has(number)).length);
    expect(Number(unlisted.replace(',', ''))).toBe(report.exchanges.length - listed.size);
    expect(markupOf(html)).toMatch(/\d+ more findings in report\.json/);
  });

  test('with pictures of long measurements is below 2 MB', () => {
    const planLimits = Array.from({ length: 8 }, () => longRecord);
    const html = renderHtml({ ...largeReport(lists), planLimits });
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
  });
});
