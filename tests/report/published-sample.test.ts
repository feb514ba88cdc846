import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { firstDifference } from './first-difference.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const published = join(repository, 'reports', 'sample');
const script = join('scripts', 'sample-report', 'write.mjs');
const runTimeoutMs = 120_000;

let made = '';

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'sample-'));
  await promisify(execFile)(process.execPath, [script, '--report-dir', made], { cwd: repository });
}, runTimeoutMs);

afterAll(() => {
  rmSync(made, { recursive: true });
});

/** What is different about the sample, one line a file. */
function differences(): string[] {
  const names = new Set([...readdirSync(published), ...readdirSync(made)]);
  return [...names].sort().flatMap((name) => {
    if (!existsSync(join(made, name))) {
      return [`reports/sample/${name} is no longer made`];
    }
    if (!existsSync(join(published, name))) {
      return [`reports/sample/${name} is missing`];
    }
    const [before, now] = [published, made].map((folder) => readFileSync(join(folder, name), 'utf8'));
    const difference = firstDifference(before ?? '', now ?? '');
    return difference === null ? [] : [`reports/sample/${name} ${difference}`];
  });
}

describe('reports/sample', () => {
  test('equals a run on the reference implementation today, except for masked values', () => {
    const found = differences();
    const message = [
      'The sample report is not what is made today. If that is right, write it anew and look at what has changed:',
      `npm run build && node ${script}`,
      ...found,
    ].join('\n');
    expect(found.length, message).toBe(0);
  });

  test('is the report of a whole run that conforms', () => {
    const report: Report = JSON.parse(readFileSync(join(published, 'report.json'), 'utf8'));
    expect(report.verdict).toBe('conformant');
    expect(report.run.requests).toBeGreaterThan(200);
    const undecided = report.requirements.filter(({ verdict }) => !['passed', 'observed'].includes(verdict));
    expect(new Set(undecided.map(({ group }) => group))).toEqual(new Set(['quota']));
  });

  test('is no more than a repository can carry', () => {
    const bytes = readdirSync(published).map((name) => readFileSync(join(published, name)).length);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_500_000);
  });
});
