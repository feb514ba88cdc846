import { createHash } from 'node:crypto';
import axe from 'axe-core';
import fc from 'fast-check';
import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderCertificate } from '../../src/attestation/certificate.tsx';
import { foldRun } from '../../src/report/fold.ts';
import type { Report, ReportRequirement } from '../../src/report/report.ts';
import type { RequirementVerdict } from '../../src/verdict/requirement.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from '../report/arbitrary-run.ts';
import { foreignMarkup } from '../report/foreign-markup.ts';
import { hostileTexts } from '../report/hostile-text.ts';
import { faultless, runFinished, runStarted } from '../report/made-up-run.ts';
import { missingBrowser, opened, startedBrowser } from '../report/opened-page.ts';
import { excessRecord, fixedWindowRecord } from '../report/sample-plan-limits.ts';

/** The types say that the module has a default export; Node.js finds the function itself. */
const decode = jsqr as unknown as typeof jsqr.default;

const digest = createHash('sha256').update('a report').digest('hex');
const subject = { name: 'registry.example.com/animal-store:1.4.2', digest: { sha256: 'a'.repeat(64) } };
const signed = { bundle: 'attestation.json', key: '77BAd3iszybG4zVbifRQx/JZI9F1NPNIXT/2syWF7og=' };
const facts = { subject, digest, signed };
const conformant = foldRun([
  runStarted({ selected: requirements.map(({ id }) => id) }),
  ...faultless(),
  { type: 'plan-limit', record: fixedWindowRecord },
  runFinished(),
]);
const report: Report = { ...conformant, verdict: 'conformant' };

function changed(change: (row: ReportRequirement, index: number) => Partial<ReportRequirement>): Report {
  return {
    ...report,
    requirements: report.requirements.map((row, index) => ({ ...row, ...change(row, index) })),
  };
}

/** As much of everything as a report can have: it still has to fit one page. */
function longestReport(): Report {
  const verdicts: readonly RequirementVerdict[] = [
    'skipped',
    'inconclusive',
    'warned',
    'waived',
    'waived',
    'waived',
  ];
  const waivedBy = ['waivers', 'baseline', 'catalogue'] as const;
  const mixed = changed((_, index) => ({
    verdict: verdicts[index % verdicts.length] ?? 'passed',
    waivedBy: waivedBy[index % 3] ?? 'waivers',
  }));
  const named = { plan: 'enterprise '.repeat(20), key: 'quota-key-123456' };
  const headers = ['Server', 'X-Version', 'X-Build'].map((name) => ({ name, values: ['9.9.9-'.repeat(40)] }));
  return {
    ...mixed,
    target: { baseUrl: `https://${'staging.'.repeat(60)}example.com/v1` },
    service: { headers },
    planLimits: Array.from({ length: 9 }, () => ({
      ...excessRecord,
      ...named,
      explainedBy: [],
    })),
  };
}

describe('a certificate', () => {
  test('says the verdict with its limit first, then what was tested', () => {
    const html = renderCertificate(
      changed(({ id }) => (id === 'auth/challenge' ? { verdict: 'warned' } : {})),
      facts,
    );
    const text = html.replaceAll(/<title>.*<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/^ Conformant: \d+ of \d+ MUST requirements verified, .* Test certificate/);
    for (const said of [
      'Animal Store Service Interface 1.0.0',
      `${subject.name} sha256:${subject.digest.sha256}`,
      '2026-01-01 10:00:01 UTC',
      'SHOULD violated (1) auth/challenge',
      'free , 60 per minute and 1,000 per day: 60 of 60 granted',
      `sha256:${digest}`,
      signed.key,
    ]) {
      expect(text).toContain(said);
    }
  });

  test('does without a signature, a measurement or an exception', () => {
    const whole = changed(() => ({ verdict: 'passed' }));
    const html = renderCertificate({ ...whole, planLimits: [] }, { ...facts, signed: null });
    expect(html).toContain('None: every requirement of the catalogue was decided');
    expect(html).toContain('Not measured.');
    expect(html).toContain('sha256sum report.json');
    expect(html).not.toContain('verify-report');
  });

  test.each(['non-conformant', 'none'] as const)('is made of no report whose verdict is %s', (verdict) => {
    expect(() => renderCertificate({ ...report, verdict }, facts)).toThrow(RangeError);
  });

  test('has no markup but its own, whatever a name or a service says', () => {
    const name = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 300 }));
    fc.assert(
      fc.property(arbitraryReport, name, (made, hostile) => {
        const named = { ...facts, subject: { ...subject, name: hostile } };
        expect(foreignMarkup(renderCertificate({ ...made, verdict: 'conformant' }, named))).toBeNull();
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe.skipIf(missingBrowser)('a certificate in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startedBrowser();
  });
  afterAll(() => browser.close());

  test.each<[string, () => Report, string]>([
    ['usual', () => report, subject.name],
    ['longest', longestReport, '\u2588'.repeat(500)],
    ['longest hostile', longestReport, hostileTexts.join('').replaceAll(/\s/g, '_').slice(0, 500)],
  ])('prints the %s content on one page of A4 and of Letter', async (_case, made, name) => {
    const named = { ...facts, subject: { ...subject, name } };
    const { page, heard } = await opened(browser, renderCertificate(made(), named));
    for (const format of ['A4', 'Letter']) {
      expect(pages(await page.pdf({ format, printBackground: false }))).toBe(1);
    }
    expect(heard).toEqual([]);
    await page.close();
  });

  test('is light on a dark screen, and accessible', async () => {
    const { page, heard } = await opened(browser, renderCertificate(report, facts), { colorScheme: 'dark' });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe('rgb(252, 252, 251)');
    await page.evaluate(axe.source);
    const violations: unknown = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
    );
    expect(violations).toEqual([]);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('shows a code that scanners read as the digest of the report', async () => {
    const { page } = await opened(browser, renderCertificate(report, facts));
    const picture = await page.locator('.qr').screenshot();
    await page.close();
    const { data, width, height } = await pixels(browser, picture);
    expect(decode(Uint8ClampedArray.from(data), width, height)?.data).toBe(`sha256:${digest}`);
  });
});

function pages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** The pixels of a PNG, as a browser reads it. */
async function pixels(browser: Browser, png: Buffer) {
  const page: Page = await browser.newPage();
  const read = await page.evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    return { width, height, data: Array.from(context?.getImageData(0, 0, width, height).data ?? []) };
  }, png.toString('base64'));
  await page.close();
  return read;
}
