import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSelfCheckHtml } from './html.tsx';
import { renderSelfCheckMarkdown } from './markdown.ts';
import type { SelfCheckReport } from './self-check-report.ts';

/** Writes `self-check.json`, `summary.md` and `index.html` into a folder. @throws {Error} of the file system. */
export async function writeSelfCheck(report: SelfCheckReport, folder: string): Promise<void> {
  await writeFile(join(folder, 'self-check.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'summary.md'), renderSelfCheckMarkdown(report));
  await writeFile(join(folder, 'index.html'), renderSelfCheckHtml(report));
}
