import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareReports, type NamedReport } from '../../src/compare/comparison.ts';
import { differs, matrixOf } from '../../src/compare/matrix.ts';
import { comparisonHtml } from '../../src/compare/render/comparison-html.tsx';
import { comparisonJson, matrixJson } from '../../src/compare/render/comparison-json.ts';
import { comparisonMarkdown, matrixMarkdown } from '../../src/compare/render/comparison-markdown.ts';
import { comparisonText, matrixText } from '../../src/compare/render/comparison-text.ts';
import { matrixHtml } from '../../src/compare/render/matrix-html.tsx';
import { verdictGridStyle } from '../../src/compare/render/verdict-grid.tsx';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from '../report/arbitrary-run.ts';
import { ajvOptions, closedSchema, schemaNamed } from '../report/closed-schema.ts';
import { foreignMarkup } from '../report/foreign-markup.ts';
import { hostileText, hostileTexts } from '../report/hostile-text.ts';
import { brokenRules, missingBrowser, opened, startedBrowser } from '../report/opened-page.ts';
import { named, reportWith } from './made-up-reports.ts';

const clean = named('main', reportWith([]));
const broken = named('branch', reportWith(['list/limit-bounds-count', 'list/safe'], { effort: 'smoke' }));
const other = named('other', reportWith(['list/limit-bounds-count']));
const comparison = compareReports(clean, broken);
const matrix = matrixOf([broken, other, clean]);
const plain = { columns: 80, color: false };

describe('a comparison', () => {
  test('for a pull request', () => {
    expect(comparisonMarkdown(comparison)).toMatchInlineSnapshot(`
      "## ❌ 1 new failure: 2 broke.

      - Before: [main](<main/index.html>): http&#58;//127.0.0.1&#58;8080/v1 · 51/62 MUST hold · effort normal · seed 42 · 2026-01-01 10&#58;00&#58;00 UTC · animal-store-conformance 0.1.0
      - After: [branch](<branch/index.html>): http&#58;//127.0.0.1&#58;8080/v1 · 50/62 MUST hold · effort smoke · seed 42 · 2026-01-01 10&#58;00&#58;00 UTC · animal-store-conformance 0.1.0
      - Careful: not comparable in full: the effort was normal, and is smoke: more examples find more

      ### Broke

      - [list/limit-bounds-count](<branch/index.html#list/limit-bounds-count>) MUST  passed → failed; list/limit-bounds-count is violated
      - [list/safe](<branch/index.html#list/safe>) SHOULD  passed → warned; list/safe is violated
      "
    `);
  });
});

describe('a matrix', () => {
  test('has those first in which most holds, and marks where they differ', () => {
    expect(matrix.reports.map(({ name }) => name)).toEqual(['main', 'branch', 'other']);
    expect(matrix.rows.filter(differs).map(({ id, verdicts }) => [id, verdicts])).toEqual([
      ['list/limit-bounds-count', ['passed', 'failed', 'failed']],
      ['list/safe', ['passed', 'warned', 'passed']],
    ]);
    const groups = matrix.rows.map(({ group }) => group);
    expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual([...new Set(groups)]);
  });
});

describe('any content of the reports', () => {
  const hostile = fc
    .tuple(fc.array(arbitraryReport, { minLength: 2, maxLength: 3 }), hostileText)
    .map(([reports, text]): NamedReport[] =>
      reports.map((report, index) => ({
        name: `${index}${text}`,
        report: {
          ...report,
          requirements: report.requirements.map((row) => ({ ...row, statement: text, section: text })),
          run: { ...report.run, startedAt: text },
          tool: { ...report.tool, version: text },
        },
        page: null,
      })),
    );

  test('no page has a tag, attribute or address but its own', () => {
    fc.assert(
      fc.property(hostile, (reports) => {
        const [first, second] = reports;
        const pages = [
          matrixHtml(matrixOf(reports)).replace(verdictGridStyle, ''),
          ...(first && second ? [comparisonHtml(compareReports(first, second))] : []),
        ];
        for (const page of pages) {
          expect(foreignMarkup(page)).toBeNull();
        }
      }),
      { numRuns: propertyRuns(8) },
    );
  });

  test('no control character reaches a terminal, and no markup a comment', () => {
    fc.assert(
      fc.property(hostile, (reports) => {
        const [first, second] = reports;
        const texts = [
          matrixText(matrixOf(reports), plain),
          ...(first && second ? [comparisonText(compareReports(first, second), plain)] : []),
        ];
        expect(texts.join('')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(matrixMarkdown(matrixOf(reports))).not.toMatch(
          /<script|<img|\]\(javascript:|(?<!\\)@everyone/,
        );
        if (first && second) {
          expect(comparisonMarkdown(compareReports(first, second))).not.toMatch(
            /<script|<img|\]\(javascript:|@everyone/,
          );
        }
      }),
      { numRuns: propertyRuns(8) },
    );
  });
});

test.skipIf(missingBrowser)(
  'both pages break no rule of accessibility, say nothing on the console, and fit a phone',
  async () => {
    const browser = await startedBrowser();
    const hostileName = named(hostileTexts.join(' '), reportWith([]));
    try {
      for (const html of [
        comparisonHtml(comparison),
        matrixHtml(matrixOf([clean, broken, other, hostileName])),
      ]) {
        const { page, heard } = await opened(browser, html, { viewport: { width: 380, height: 900 } });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
        await page.locator('#filter').fill('is:failed is:must');
        expect(await page.locator('[data-entry]:visible').count()).toBe(1);
        await page.locator('#filter').fill('');
        expect(await brokenRules(page)).toEqual([]);
        expect(heard).toEqual([]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  },
);

const validate = new Ajv2020(ajvOptions).addSchema(schemaNamed('report')).compile(schemaNamed('comparison'));

test('what is compared is valid, and has no member that the schema leaves out', () => {
  // Of the report's schema parts are named: they are closed there, and not the whole of a report.
  const { $defs, ...others } = schemaNamed('comparison');
  const closed = new Ajv2020(ajvOptions)
    .addSchema(closedSchema(schemaNamed('report')))
    .compile({ ...others, $defs: closedSchema($defs, 'members') });
  const valid = (text: string) => {
    const value: unknown = JSON.parse(text);
    validate(value);
    expect(validate.errors).toBeNull();
    closed(value);
    expect(closed.errors).toBeNull();
  };
  fc.assert(
    fc.property(
      fc.array(arbitraryReport, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(null, 'page'),
      (reports, page) => {
        const all = reports.map((report, index) => ({ name: `report ${index}`, report, page }));
        const [before, after] = all;
        if (before !== undefined && after !== undefined) {
          valid(comparisonJson(compareReports(before, after)));
        }
        valid(matrixJson(matrixOf(all)));
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});
