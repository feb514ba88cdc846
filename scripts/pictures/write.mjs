// Writes docs/pictures/, the pictures of the documents, from real runs on the reference implementation. It needs Chromium:
// npm run build && CHROMIUM=/usr/bin/chromium node scripts/pictures/write.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { recordedCommand, serving } from './recorded-command.mjs';
import { terminalPicture } from './terminal-picture.mjs';

const pictures = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const baseUrl = 'http://localhost:8080/v1';

mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const failing = join(folder, 'failing');
  const service = await serving('limit-plus-one');
  const recorded = await recordedCommand(['run', baseUrl, '--report-dir', failing], service.environment);
  service.stop();
  writeFileSync(
    join(pictures, 'terminal.svg'),
    terminalPicture(`npx animal-store-conformance run ${baseUrl}`, recorded.map(withoutFolder)),
  );
  await photograph(failing, 'failing-report', 'body');

  const limits = join(folder, 'limits');
  const measured = ['--quota-key', 'free', '--only', 'quota/*', '--minute', '5s', '--report-dir', limits];
  await recordedCommand(['run', '--reference', ...measured], {});
  await photograph(limits, 'plan-limits', 'figure:has(.chart)');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

function withoutFolder(piece) {
  return { ...piece, text: piece.text.replaceAll(folder, 'reports') };
}

/** Writes one picture in light and one in dark: of the first screen, or of the first element that matches. */
async function photograph(report, name, selector) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1180, height: 820 }, colorScheme });
    await page.goto(pathToFileURL(join(report, 'index.html')).href);
    const path = join(pictures, `${name}-${colorScheme}.png`);
    await (selector === 'body' ? page : page.locator(selector).first()).screenshot({ path });
    await page.close();
  }
}
