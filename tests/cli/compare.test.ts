import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { renderJson } from '../../src/report/artifacts/json-artifacts.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { runStarted } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const compare = (...args: string[]) =>
  carriedOut(['compare', ...args], {
    environment: { ANIMAL_STORE_API_KEY: 'Kq7TheKeyOfTheTest9zW' },
    folder,
  });

const clean = renderJson(reportWith([]));
const broken = renderJson(reportWith(['list/limit-bounds-count']));

test('two reports: files, folders or journals, and the status says whether it got worse', async () => {
  write('main/report.json', clean);
  write('branch.json', broken);
  write('killed/journal.ndjson', `${JSON.stringify(runStarted())}\n`);
  expect(await compare('main', 'branch.json')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^1 new failure: 1 broke\.\n\nRUNS\n {2}Before {6}main\n/),
    messages: '',
  });
  expect((await compare('branch.json', 'main')).status).toBe(0);
  expect((await compare('main', 'main')).output).toMatch(/^No new failure: every verdict is the same\.\n/);
  expect((await compare('main', 'killed')).status).toBe(3);
});

test('a report that another program writes is read once, as a pipe can be', () => {
  write('main.json', clean);
  write('branch.json', broken);
  const line = 'cat main.json | "$0" "$1" compare main=/dev/stdin branch.json';
  const { stdout, stderr, status } = spawnSync('sh', ['-c', line, process.execPath, main], { cwd: folder });
  expect(stderr.toString()).toBe('');
  expect(stdout.toString()).toMatch(/^1 new failure: 1 broke\.\n/);
  expect(status).toBe(1);
});

test('a file that is written: its ending says how, and its links start from where it is', async () => {
  for (const name of ['go', 'r u(st)', 'java']) {
    write(`reports/${name}/report.json`, name === 'go' ? clean : broken);
    write(`reports/${name}/index.html`, '');
  }
  mkdirSync(join(folder, 'pages'));
  const reports = ['Go=reports/go', 'reports/r u(st)', 'reports/java'];
  expect(await compare(...reports, '--out', 'pages/matrix.html')).toEqual({
    status: 0,
    output: '',
    messages: '',
  });
  expect(readFileSync(join(folder, 'pages/matrix.html'), 'utf8')).toContain(
    '<a href="../reports/r%20u%28st%29/index.html#list/limit-bounds-count" aria-label="failed">',
  );
  expect((await compare(...reports, '--format', 'markdown')).output).toMatch(
    /^\| requirement \| level \| \[Go\]\(<reports\/go\/index\.html>\) \|/,
  );
  expect(JSON.parse((await compare(...reports, '--format', 'json')).output)).toMatchObject({
    kind: 'matrix',
  });
  expect((await compare(...reports)).output).toMatch(/^ 1 {2}Go /);
});

test('reports with the same name are distinguished', async () => {
  for (const path of ['a/out', 'b/out', 'c/out']) {
    write(`${path}/report.json`, clean);
  }
  const names = async (...reports: string[]) =>
    JSON.parse((await compare(...reports, '--format', 'json')).output).reports.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names('a/out', 'b/out', 'c/out')).toEqual(['a/out', 'b/out', 'c/out']);
  expect(await names('a/out', 'a/out', 'x=a/out')).toEqual(['a/out', 'a/out', 'x']);
});

test('a key of the environment that a report contains is masked in the output', async () => {
  write('main/report.json', clean);
  write(
    'leak/report.json',
    clean
      .replaceAll('list/limit-bounds-count is', 'Kq7TheKeyOfTheTest9zW')
      .replace('127.0.0.1:8080', 'Kq7TheKeyOfTheTest9zW'),
  );
  const { status, output, messages } = await compare('main', 'leak');
  expect(status).toBe(0);
  expect(output).toContain('$ANIMAL_STORE_API_KEY');
  expect(messages).toMatch(/one of these reports contains a key: masked here in \d+ places?/);
  expect(output + messages).not.toContain('Kq7');
});
