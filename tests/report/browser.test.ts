import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html.tsx';
import { hostileReport } from './sample-report.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const missing = !existsSync(executablePath) && process.env['CI'] === undefined;
if (missing) {
  console.warn(`skipped: there is no browser at ${executablePath}; set CHROMIUM to one`);
}

describe.skipIf(missing)('index.html in a browser that runs scripts', () => {
  let browser: Browser;
  const html = renderHtml(hostileReport());

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
  });

  test('runs nothing that the service sent, asks for nothing and complains of nothing', async () => {
    const { page, context, heard } = await opened(browser, html, 1280);
    expect(await page.evaluate('typeof globalThis.broken')).toBe('undefined');
    expect(
      await page
        .locator('script:not(body > script:last-child), img, image, use, iframe, link, [style], [onerror]')
        .count(),
    ).toBe(0);
    expect(heard).toEqual([]);
    await context.close();
  });

  test('its style sheet passes its own policy', async () => {
    const { page, context } = await opened(browser, html, 1280);
    expect(
      await page
        .locator('.card.failed')
        .first()
        .evaluate((card) => globalThis.getComputedStyle(card).borderLeftWidth),
    ).toBe('4px');
    await context.close();
  });

  test.each([
    [380, 'light'],
    [380, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('fits %i pixels, %s, all of it unfolded', async (width, colorScheme) => {
    const { page, context } = await opened(browser, html, width, colorScheme);
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await context.close();
  });

  test.each([390, 1280])(
    'draws pictures as wide as %i pixels, their texts legible and apart',
    async (width) => {
      const { page, context } = await opened(browser, html, width);
      const charts = page.locator('svg.chart');
      expect(await charts.count()).toBe(6);
      for (const chart of await charts.all()) {
        const { width: drawn = 0, x = 0 } = (await chart.boundingBox()) ?? {};
        expect(drawn).toBeGreaterThan(width === 390 ? 240 : 800);
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
      await context.close();
    },
  );

  test('says the verdict first and links to every requirement', async () => {
    const { page, context } = await opened(browser, html, 1280);
    expect(await page.locator('h1').textContent()).toBe('Not conformant');
    const report = hostileReport();
    for (const { id } of report.requirements) {
      expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1);
    }
    const broken = await page.evaluate(
      '[...document.querySelectorAll("a")].map((a) => a.getAttribute("href")).filter((href) => document.getElementById(href.slice(1)) === null)',
    );
    expect(broken).toEqual([]);
    await context.close();
  });

  test('prints what is folded', async () => {
    const { page, context } = await opened(browser, html, 1280);
    const shown = () => page.locator('[id="list/safe"]').evaluate((row) => row.checkVisibility());
    expect(await shown()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await shown()).toBe(true);
    await context.close();
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

/** Opens a page; `heard` gets every dialog, console message, error and request but the page's own. */
async function opened(
  browser: Browser,
  html: string,
  width: number,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; heard: string[] }> {
  const heard: string[] = [];
  const address = 'http://report.example/index.html';
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  await context.route('**/*', (route) =>
    route.request().url() === address
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
      : route.abort(),
  );
  const page = await context.newPage();
  page.on('dialog', (dialog) => heard.push(`dialog ${dialog.message()}`));
  page.on('console', (message) => heard.push(`console ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`error ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== address) {
      heard.push(`request ${request.url()}`);
    }
  });
  await page.goto(address, { waitUntil: 'load' });
  return { page, context, heard };
}
