import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPage } from '../../../src/report/html/page-plan.tsx';
import { renderHtml } from '../../../src/report/html.tsx';
import type { LoadRecord } from '../../../src/verdict/load-record.ts';
import type { PlanLimitRecord } from '../../../src/verdict/plan-limit-record.ts';
import { propertyRuns } from '../../property-runs.ts';
import { every } from '../../test-seed.ts';
import { arbitraryLoad, arbitraryPlanLimit } from '../arbitrary-measurements.ts';
import { hostileTexts } from '../hostile-text.ts';
import { largeReport } from '../large-report.ts';
import { madeReport, markupOf } from '../made-up-run.ts';
import { stalledLoad } from '../sample-load.ts';
import { excessRecord, fixedWindowRecord, longRecord, tokenBucketRecord } from '../sample-plan-limits.ts';

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
    const { listed } = planPage(report);
    expect(html.match(/ id="exchange-\d+"/g)).toHaveLength(listed.size);
    const [, omitted = ''] = /it omits ([\d,]+) exchanges:/.exec(html) ?? [];
    expect(Number(omitted.replace(',', ''))).toBe(report.exchanges.length - listed.size);
    expect(markupOf(html)).toMatch(/\d+ more findings in report\.json/);
  });

  test('with pictures of long measurements is below 2 MB', () => {
    const planLimits = Array.from({ length: 8 }, () => longRecord);
    const html = renderHtml({ ...largeReport(lists), planLimits });
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
  });
});

function pageOf(planLimits: readonly PlanLimitRecord[], load: LoadRecord | null = null): string {
  return renderHtml({ ...madeReport([]), planLimits, load });
}

/** Every coordinate of every picture. */
function geometry(html: string): string[] {
  const pictures = [...html.matchAll(/<svg class="chart".*?<\/svg><\/svg>/gs)].map(([svg]) => svg);
  return pictures.flatMap((svg) =>
    [...svg.matchAll(/ (?:d|x|y|x1|x2|y1|y2|cx|cy|r|dx|width|height|viewBox)="([^"]*)"/g)].map(
      ([, value]) => value ?? '',
    ),
  );
}

const number = String.raw`-?\d+(?:\.\d+)?`;
const place = new RegExp(`^(?:${number}%?|0 0 ${number} ${number}|(?:[MLHVZ]|${number}|[, ])+)$`);

function expectDrawable(html: string): void {
  const coordinates = geometry(html);
  expect(coordinates.filter((value) => !place.test(value))).toEqual([]);
  expect(/.{0,80}\b(?:NaN|Infinity|undefined)\b.{0,40}/.exec(markupOf(html))?.[0]).toBeUndefined();
}

describe('pictures', () => {
  test('of any measurement hold numbers only, whatever its texts', () => {
    fc.assert(
      fc.property(arbitraryPlanLimit, arbitraryLoad, (record, load) => {
        expect(geometry(pageOf([record], load)).filter((value) => !place.test(value))).toEqual([]);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  test('of nothing, and of one step, are drawn', () => {
    const empty = { ...fixedWindowRecord, steps: [], phases: [], promises: [], requests: 0, durationMs: 0 };
    const single = { ...fixedWindowRecord, steps: fixedWindowRecord.steps.slice(0, 1), durationMs: 0 };
    expectDrawable(pageOf([empty, single], { ...stalledLoad, series: [] }));
    expectDrawable(pageOf([], { ...stalledLoad, series: stalledLoad.series.slice(7, 8) }));
  });

  test('are the same bytes for the same report, read back from JSON too', () => {
    const records = [fixedWindowRecord, tokenBucketRecord, excessRecord];
    const again = JSON.parse(JSON.stringify({ records, stalledLoad }));
    expect(pageOf(again.records, again.stalledLoad)).toBe(pageOf(records, stalledLoad));
  });

  test('have a title, a description and a table of their values each, under unique names', () => {
    const html = pageOf([fixedWindowRecord, excessRecord], stalledLoad);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const labelled = [...html.matchAll(/<svg class="chart" role="img" aria-labelledby="(\S+) (\S+)"/g)];
    expect(labelled).toHaveLength(6);
    for (const [, title, description] of labelled) {
      expect(html).toMatch(
        new RegExp(`<title id="${title}">[^<]+</title><desc id="${description}">[^<]+</desc>`),
      );
    }
    expect(html.match(/<details class="data">/g)).toHaveLength(6);
  });
});
