import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultKeys } from '../../reference-impl/index.ts';
import type { SelfCheckReport } from '../../src/self-check/self-check-report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';
import { startCommand } from './command.ts';

function reportIn(folder: string): SelfCheckReport {
  return JSON.parse(readFileSync(join(folder, 'self-check.json'), 'utf8'));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('self-check', () => {
  test('is 0 where a fault is caught and a mixture cleared; only the reports stay', async () => {
    const folder = temporaryFolder();
    const { status, output } = await carriedOut(
      [
        ...['self-check', '--fault', 'limit-plus-one', '--variant', 'newest-first+more-fields'],
        ...['--only', 'list/limit-*', '--seed', '7', '--report-dir', folder],
      ],
      { folder },
    );
    expect(output).toContain('Proven: 1 of 1 fault caught, 1 of 1 conforming variant cleared.');
    expect(status).toBe(0);
    expect(reportIn(folder)).toMatchObject({
      verdict: 'proven',
      run: { seed: 7, effort: 'normal' },
      totals: { faults: 1, caught: 1, conforming: 1, cleared: 1 },
    });
    expect(filesIn(folder).map((file) => file.slice(folder.length + 1))).toEqual(
      expect.arrayContaining(['self-check.json']),
    );
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('is 1 if a fault is missed; its run keeps its report, and no file contains a key', async () => {
    const folder = temporaryFolder();
    // A smoke run creates fewer animals than it takes to see this one.
    const { status, output } = await carriedOut(
      [
        ...['self-check', '--fault', 'thirtieth-creation-reuses-id', '--effort', 'smoke'],
        ...['--only', 'create/unique-ids', '--seed', '7', '--report-dir', folder],
      ],
      { folder },
    );
    expect(output).toContain('MISSED  thirtieth-creation-reuses-id\n');
    expect(status).toBe(1);
    const [fault] = reportIn(folder).faults;
    expect(fault?.outcome).toBe('missed');
    expect(fault?.again).toContain('--fault thirtieth-creation-reuses-id --effort smoke --seed 7');
    expect(filesIn(join(folder, fault?.folder ?? 'nowhere')).length).toBeGreaterThan(3);
    const texts = [output, ...filesIn(folder).map((file) => readFileSync(file, 'utf8'))];
    for (const key of Object.values(defaultKeys)) {
      expect(texts.filter((text) => text.includes(key))).toEqual([]);
    }
  });

  test('is 3 where it is interrupted, and writes what was learnt', async () => {
    const folder = temporaryFolder();
    const command = startCommand(
      ['self-check', '--variant', '*', '--mixtures', '5', '--workers', '1', '--report-dir', folder],
      { folder },
    );
    await command.shown(/\d runs? to make\n/);
    command.process.kill('SIGINT');
    const { status, output, messages } = await command.ended;
    expect(messages).toContain('interrupted: writing a report of the results so far');
    expect(output.replaceAll('\n', ' ')).toContain('No verdict: interrupted by the user; so far ');
    expect(status).toBe(3);
    const report = reportIn(folder);
    expect(report.interrupted).toBe('interrupted by the user');
    expect(report.totals.left).toBeGreaterThan(0);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
