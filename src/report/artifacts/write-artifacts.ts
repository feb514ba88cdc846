import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/written-file.ts';
import { assetFiles, type HtmlAssets } from '../html/page-assets.ts';
import { renderHtml } from '../html.tsx';
import type { Report } from '../report.ts';
import { renderBadgeJson } from './badge.ts';
import { renderCodeQuality, renderCtrf, renderJson } from './json-artifacts.ts';
import { renderJunit } from './junit.ts';
import { renderOpenMetrics } from './open-metrics.ts';
import { renderSummary } from './summary.ts';

const renderers: readonly (readonly [name: string, render: (report: Report) => string])[] = [
  ['report.json', renderJson],
  ['junit.xml', renderJunit],
  ['summary.md', renderSummary],
  ['ctrf.json', renderCtrf],
  ['gl-code-quality-report.json', renderCodeQuality],
  ['badge.json', renderBadgeJson],
  ['metrics.prom', renderOpenMetrics],
];

/**
 * Writes all artifacts of a report into a folder, which it creates if necessary. With external assets, style and script
 * are separate files.
 *
 * @throws {FileRefused}
 */
export async function writeArtifacts(
  report: Report,
  directory: string,
  htmlAssets: HtmlAssets = 'inline',
): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, render] of renderers) {
    replaceFile(join(directory, name), render(report));
  }
  for (const { name, text } of htmlAssets === 'external' ? assetFiles : []) {
    replaceFile(join(directory, name), text);
  }
  replaceFile(join(directory, 'index.html'), renderHtml(report, htmlAssets));
}
