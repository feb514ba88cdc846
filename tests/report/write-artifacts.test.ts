import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { script, styleSheet } from '../../src/report/html/page-assets.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { writeArtifacts } from '../../src/report/write-artifacts.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { hostileReport } from './sample-report.ts';

let directory = '';
beforeEach(() => {
  directory = temporaryFolder();
});

test('writes all artifacts into a folder that it makes', async () => {
  const report = hostileReport();
  const made = join(directory, 'made', 'here');
  await writeArtifacts(report, made);
  expect(await readFile(join(made, 'index.html'), 'utf8')).toBe(renderHtml(report));
});

test('puts style and script beside the page where that is asked for', async () => {
  await writeArtifacts(hostileReport(), directory, 'external');
  expect(await readFile(join(directory, 'page.css'), 'utf8')).toBe(styleSheet);
  expect(await readFile(join(directory, 'page.js'), 'utf8')).toBe(script);
});

test('all artifacts can be made again from report.json', async () => {
  const [first, again] = [join(directory, 'first'), join(directory, 'again')];
  await writeArtifacts(hostileReport(), first);
  await writeArtifacts(JSON.parse(await readFile(join(first, 'report.json'), 'utf8')), again);
  for (const name of await readdir(first)) {
    expect(await readFile(join(again, name), 'utf8')).toBe(await readFile(join(first, name), 'utf8'));
  }
});
