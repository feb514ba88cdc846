import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetFiles } from '../../src/report/html/page-assets.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { missingBrowser, opened, startedBrowser } from './opened-page.ts';
import { hostileReport } from './sample-report.ts';

describe.skipIf(missingBrowser)('index.html in a browser', () => {
  let browser: Browser;
  const report = hostileReport();
  const html = renderHtml(report);

  beforeAll(async () => {
    browser = await startedBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test('runs nothing that the service sent, asks for nothing and complains of nothing', async () => {
    const { page, heard } = await opened(browser, html);
    expect(await page.evaluate('typeof globalThis.broken')).toBe('undefined');
    expect(
      await page
        .locator('script:not(body > script:last-child), img, image, use, iframe, link, [style], [onerror]')
        .count(),
    ).toBe(0);
    expect(heard).toEqual([]);
    await page.close();
  });

  const files = new Map(assetFiles.map(({ name, text }) => [name, text]));
  const borderOf = (page: Page) =>
    page
      .locator('.card.failed')
      .first()
      .evaluate((card) => globalThis.getComputedStyle(card).borderLeftWidth);

  test('keeps its looks and tools with style and script beside it', async () => {
    const { page, heard } = await opened(browser, renderHtml(report, 'external'), { files });
    expect(await borderOf(page)).toBe('4px');
    expect(await page.locator('#filter').isVisible()).toBe(true);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('keeps its looks, folds and choices under the policy of Jenkins', async () => {
    const { page } = await opened(browser, renderHtml(report, 'external'), {
      files,
      policy: "sandbox; default-src 'none'; img-src 'self'; style-src 'self';",
    });
    expect(await borderOf(page)).toBe('4px');
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.locator('#passed > summary').click();
    expect(await page.locator('[id="list/safe"]').isVisible()).toBe(true);
    await page.close();
  });

  test.each([380, 900, 1600])('fits %i pixels, all of it unfolded', async (width) => {
    const { page } = await opened(browser, html, { viewport: { width, height: 900 } });
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.close();
  });

  test.each([390, 1280])(
    'draws pictures as wide as %i pixels, their texts legible and apart',
    async (width) => {
      const { page } = await opened(browser, html, { viewport: { width, height: 900 } });
      const charts = page.locator('svg.chart');
      expect(await charts.count()).toBe(4);
      for (const chart of await charts.all()) {
        const { width: drawn = 0, x = 0 } = (await chart.boundingBox()) ?? {};
        expect(drawn).toBeGreaterThan(width === 390 ? 240 : 700);
        for (const kind of ['.tick.middle', '.tick.end', '.number', '.label']) {
          const boxes = await Promise.all(
            (await chart.locator(`text${kind}`).all()).map((text) => text.boundingBox()),
          );
          const texts = boxes.filter((box) => box !== null);
          for (const [index, box] of texts.entries()) {
            expect(box.height).toBeGreaterThan(10);
            expect(box.x).toBeGreaterThan(0);
            expect(box.x + box.width).toBeLessThanOrEqual(x + drawn + 40);
            expect(texts.slice(index + 1).filter((other) => overlap(box, other))).toEqual([]);
          }
        }
      }
      await page.close();
    },
  );

  test('says the verdict first, and every link leads somewhere', async () => {
    const { page } = await opened(browser, html);
    expect(await page.locator('h1').textContent()).toBe('Not conformant');
    const ids: unknown = await page.evaluate('[...document.querySelectorAll("[id]")].map(({ id }) => id)');
    expect(ids).toEqual(expect.arrayContaining(report.requirements.map(({ id }) => id)));
    expect(ids).toEqual([...new Set(Array.isArray(ids) ? ids : [])]);
    const broken = await page.evaluate(
      '[...document.querySelectorAll("a")].map((a) => a.getAttribute("href")).filter((href) => document.getElementById(href.slice(1)) === null)',
    );
    expect(broken).toEqual([]);
    await page.close();
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y + 2 < other.y + other.height &&
    other.y + 2 < one.y + one.height
  );
}
