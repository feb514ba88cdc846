import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { renderJson } from '../../src/report/artifacts/json-artifacts.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const key = 'Kq7TheKeyOfTheTest9zW';

const history = (...args: string[]) =>
  carriedOut(['history', ...args], { environment: { ANIMAL_STORE_API_KEY: key }, folder });

function reportOn(
  day: number,
  violated: readonly string[],
  target = 'https://staging.example.com/v1',
): string {
  const report = reportWith(violated);
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  return renderJson({ ...report, run: { ...report.run, startedAt }, target: { baseUrl: target } });
}

test('a folder of reports becomes one page in it, with links that start from there', async () => {
  write('reports/a b/report.json', reportOn(1, []));
  write('reports/a b/index.html', '');
  write('reports/nightly/2/report.json', reportOn(2, ['get/stable']));
  symlinkSync('a b', join(folder, 'reports/latest'));
  expect(await history('reports')).toEqual({
    status: 0,
    output: 'reports/history.html: 2 runs\n',
    messages: '',
  });
  const page = readFileSync(join(folder, 'reports/history.html'), 'utf8');
  expect(page).toContain('<a href="a%20b/index.html#get/stable" aria-label="passed">');
  expect(page).toContain('<span role="img" aria-label="failed">');
  expect((await history('reports')).status).toBe(0);
  await history('reports', '--out', 'page.html');
  expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain(
    '<a href="reports/a%20b/index.html#get/stable"',
  );
});

test('text and JSON go to the terminal, of one target and of the newest runs', async () => {
  write('a/report.json', reportOn(1, []));
  write('b/report.json', reportOn(2, ['get/stable']));
  write('c/report.json', reportOn(3, [], 'https://eu.example.com/v1'));
  const { output } = await history('.', '--format', 'text');
  expect(output).toMatch(/^https:\/\/eu\.example\.com\/v1\n/);
  expect(output).toContain('broke: get/stable');
  const json = JSON.parse(
    (await history('.', '--format', 'json', '--target', 'https://staging.example.com/v1/', '--last', '1'))
      .output,
  );
  expect(json).toMatchObject({
    targets: [{ runs: [{ name: 'b', verdict: 'non-conformant' }] }],
    skipped: [],
  });
});

test('what can’t be read is skipped, with one line each', async () => {
  write('good/report.json', reportOn(1, []));
  write('broken/report.json', '{"schemaVersion":1,');
  write('foreign/report.json', '{"numPassedTests":3}');
  write('proto/report.json', reportOn(2, []).replace('{', '{"__proto__":{"verdict":"conformant"},'));
  write('untimed/report.json', reportOn(2, []).replace('2026-01-02T00:00:00.000Z', 'noon'));
  write('large/report.json', '{');
  truncateSync(join(folder, 'large/report.json'), 101 * 1024 * 1024);
  write('deep/report.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  mkdirSync(join(folder, 'folder/report.json'), { recursive: true });
  const { status, output } = await history('.', '--format', 'json');
  expect(status).toBe(0);
  const { targets, skipped } = JSON.parse(output);
  expect(targets[0].runs.map(({ name }: { name: string }) => name)).not.toContain('broken');
  const neither = 'is neither a report.json nor a journal.ndjson of this program';
  expect(skipped.filter(({ file }: { file: string }) => file !== 'proto/report.json')).toEqual([
    { file: 'broken/report.json', reason: neither },
    { file: 'deep/report.json', reason: neither },
    { file: 'foreign/report.json', reason: neither },
    { file: 'large/report.json', reason: 'is larger than 100 MiB' },
    { file: 'untimed/report.json', reason: neither },
  ]);
  expect(({} as { verdict?: string }).verdict).toBeUndefined();
});

test('a page of another program is not replaced unless it is named', async () => {
  write('a/report.json', reportOn(1, []));
  write('history.html', '<h1>Our company</h1>');
  expect(await history('.')).toMatchObject({
    status: 2,
    messages: expect.stringContaining('the folder holds "history.html", which this program did not write'),
  });
  expect(readFileSync(join(folder, 'history.html'), 'utf8')).toBe('<h1>Our company</h1>');
  expect((await history('.', '--out', 'history.html')).status).toBe(0);
});

test('a key in a report does not reach the page', async () => {
  write('a/report.json', reportOn(1, ['get/stable']).replace('get/stable is violated', `leaked ${key}`));
  const { messages } = await history('.');
  expect(messages).toContain('contains a key: masked here in');
  expect(readFileSync(join(folder, 'history.html'), 'utf8')).not.toContain(key);
});
