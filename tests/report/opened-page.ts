import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is no browser, and nobody promised one. */
export const missingBrowser = !existsSync(executablePath) && process.env['CI'] === undefined;
if (missingBrowser) {
  console.warn(`skipped: there is no browser at ${executablePath}; set CHROMIUM to one`);
}

/** A page in a browser. */
export interface OpenedPage {
  readonly page: Page;
  /** Every dialog, console message, error and request but the page's own. */
  readonly heard: readonly string[];
}

/** Starts the browser of a test file. */
export function startedBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

const folder = 'http://report.example/';

/** Opens a page at an address of its own, with the files that stand beside it; anything else is refused. */
export async function opened(
  browser: Browser,
  html: string,
  options: BrowserContextOptions & {
    readonly hash?: string;
    readonly files?: ReadonlyMap<string, string>;
    /** The Content-Security-Policy of the place that serves it. */
    readonly policy?: string;
  } = {},
): Promise<OpenedPage> {
  const { hash = '', files = new Map<string, string>(), policy, ...context } = options;
  const headers = policy === undefined ? {} : { 'Content-Security-Policy': policy };
  const heard: string[] = [];
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...context });
  await page.route('**/*', (route) => {
    const name = route.request().url().slice(folder.length).replace(/#.*$/, '');
    const body = name === 'index.html' ? html : files.get(name);
    return body === undefined ? route.abort() : route.fulfill({ contentType: typeOf(name), headers, body });
  });
  page.on('dialog', (dialog) => heard.push(`dialog ${dialog.message()}`));
  page.on('console', (message) => heard.push(`console ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`error ${error.message}`));
  page.on('request', (request) => {
    const name = request.url().slice(folder.length).replace(/#.*$/, '');
    if (!request.url().startsWith(folder) || (name !== 'index.html' && !files.has(name))) {
      heard.push(`request ${request.url()}`);
    }
  });
  await page.goto(`${folder}index.html${hash}`, { waitUntil: 'load' });
  return { page, heard };
}

/** The accessibility rules that a page violates, each with its first element. */
export async function brokenRules(page: Page, rules = ''): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(${rules}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes[0].html + ' ' + nodes[0].failureSummary))`);
}

function typeOf(name: string): string {
  const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript' };
  return `${types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/html'}; charset=utf-8`;
}
