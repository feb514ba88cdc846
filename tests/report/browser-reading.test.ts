import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html.tsx';
import { brokenRules, missingBrowser, opened, startedBrowser } from './opened-page.ts';
import { hostileReport } from './sample-report.ts';

const folded = '[id="list/safe"]';

describe.skipIf(missingBrowser)('index.html for its readers', () => {
  let browser: Browser;
  const html = renderHtml(hostileReport());
  const groundOf = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');

  beforeAll(async () => {
    browser = await startedBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test.each([
    ['light', 380, ''],
    ['dark', 1_280, "{ runOnly: ['color-contrast'] }"],
  ] as const)(
    'breaks no rule of accessibility, %s and %i pixels wide, all of it unfolded',
    async (colorScheme, width, rules) => {
      const { page } = await opened(browser, html, { colorScheme, viewport: { width, height: 900 } });
      await page.locator('#expand').click();
      expect(await brokenRules(page, rules)).toEqual([]);
      await page.close();
    },
  );

  test('without a script: folds, the choice of colours and links into folds work', async () => {
    const { page, heard } = await opened(browser, html, {
      javaScriptEnabled: false,
      hash: '#list/safe',
    });
    expect(await page.locator(folded).isVisible()).toBe(true);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    const light = await groundOf(page);
    await page.getByLabel('dark').check();
    expect(await groundOf(page)).not.toBe(light);
    await page.locator('#traceability > summary').click();
    expect(await page.locator('#traceability table').isVisible()).toBe(true);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('keeps the choice of colours, whatever the system says', async () => {
    const { page } = await opened(browser, html, { colorScheme: 'light' });
    const light = await groundOf(page);
    await page.getByLabel('dark').check();
    const dark = await groundOf(page);
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await groundOf(page)).toBe(dark);
    await page.close();
  });

  test('filters, keeps that in its address, and unfolds what was found', async () => {
    const { page } = await opened(browser, html);
    await page.locator('#filter').fill('is:passed is:should safe');
    expect(await page.locator(folded).isVisible()).toBe(true);
    expect(await page.locator('[data-entry]:visible').count()).toBe(1);
    expect(await page.locator('#failed').isVisible()).toBe(false);
    expect(await page.locator('#filter-count').textContent()).toMatch(/^1 of \d+$/);
    expect(page.url()).toContain('#q=is%3Apassed');
    await page.locator('#filter').fill('is:failed -wrong-name');
    expect(await page.locator('[data-entry]:visible').count()).toBe(1);
    await page.locator('#filter').press('Escape');
    expect(await page.locator('#failed').isVisible()).toBe(true);
    expect(await page.locator(folded).isVisible()).toBe(false);
    await page.close();
  });

  test('opens with the filter, the requirement or the exchange that its address names', async () => {
    const filtered = await opened(browser, html, { hash: '#q=is%3Afailed' });
    expect(await filtered.page.locator('[data-entry]:visible').count()).toBe(2);
    await filtered.page.close();
    for (const hash of ['#list/safe', '#exchange-3']) {
      const { page } = await opened(browser, html, { hash });
      expect(await page.locator(`[id="${hash.slice(1)}"] >> *:visible`).count(), hash).toBeGreaterThan(0);
      expect(await page.locator(':target').count(), hash).toBe(1);
      await page.close();
    }
  });

  test('copies commands', async () => {
    const { page, heard } = await opened(browser, html);
    const button = page.locator('.commands button').first();
    await button.click();
    await expect.poll(() => button.textContent()).toMatch(/^(Copied|Selected)$/);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('prints a summary, or all evidence', async () => {
    const { page } = await opened(browser, html, { colorScheme: 'dark' });
    const shown = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((row) => row.checkVisibility());
    await page.emulateMedia({ media: 'print' });
    expect(await shown(folded)).toBe(false);
    expect(await shown('.side')).toBe(false);
    expect(await groundOf(page)).toBe('rgb(255, 255, 255)');
    const summary = await page.pdf({ format: 'A4' });
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('everything').check();
    await page.emulateMedia({ media: 'print' });
    expect(await shown(folded)).toBe(true);
    const everything = await page.pdf({ format: 'A4' });
    expect(pages(summary)).toBeLessThan(pages(everything) / 2);
    await page.close();
  });
});

function pages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
