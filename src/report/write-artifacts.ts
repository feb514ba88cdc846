import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderBadgeJson } from './badge.ts';
import { renderBadgeSvg } from './badge-svg.tsx';
import { renderCodeQuality } from './code-quality.ts';
import { renderCtrf } from './ctrf.ts';
import { assetFiles, type HtmlAssets } from './html/page-assets.ts';
import { renderHtml } from './html.tsx';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import type { Report } from './report.ts';
import { renderSummary } from './summary.ts';

/** Where the artifacts of a report were written: absolute where the folder was. */
export interface ArtifactPaths {
  readonly html: string;
  readonly json: string;
  readonly junit: string;
  readonly summary: string;
  readonly ctrf: string;
  readonly codeQuality: string;
  readonly badge: string;
  readonly badgeJson: string;
}

/**
 * Writes all artifacts of a report into a folder, which is made where it is missing. With
 * external assets the style and the script of its page stand in files beside it.
 *
 * @throws {Error} of the file system.
 */
export async function writeArtifacts(
  report: Report,
  directory: string,
  htmlAssets: HtmlAssets = 'inline',
): Promise<ArtifactPaths> {
  const paths: ArtifactPaths = {
    html: join(directory, 'index.html'),
    json: join(directory, 'report.json'),
    junit: join(directory, 'junit.xml'),
    summary: join(directory, 'summary.md'),
    ctrf: join(directory, 'ctrf.json'),
    codeQuality: join(directory, 'gl-code-quality-report.json'),
    badge: join(directory, 'badge.svg'),
    badgeJson: join(directory, 'badge.json'),
  };
  await mkdir(directory, { recursive: true });
  await writeFile(paths.json, renderJson(report));
  await writeFile(paths.junit, renderJunit(report));
  await writeFile(paths.summary, renderSummary(report));
  await writeFile(paths.ctrf, renderCtrf(report));
  await writeFile(paths.codeQuality, renderCodeQuality(report));
  await writeFile(paths.badge, renderBadgeSvg(report));
  await writeFile(paths.badgeJson, renderBadgeJson(report));
  await writeFile(paths.html, renderHtml(report, htmlAssets));
  for (const { name, text } of htmlAssets === 'external' ? assetFiles : []) {
    await writeFile(join(directory, name), text);
  }
  return paths;
}
