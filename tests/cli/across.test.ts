import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restarts } from '../../reference-impl/index.ts';
import type { Report } from '../../src/report/report.ts';
import { restartNamed, startAcrossService } from '../across/across-service.ts';
import { runCommand } from './command.ts';

const watched = [
  'auth/valid-key-accepted',
  'auth/revoked-key',
  'create/unique-ids',
  'get/returns-created',
  'get/stable',
  'responses/*',
  'errors/*',
  'rate/*',
];

/** The folder of one test; tests of this file run concurrently. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'across-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
}

function failedIn({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
}

describe('a run across a restart', () => {
  test.concurrent.for(restarts.filter(({ needs }) => needs !== 'quota-key'))(
    '$name',
    async ({ name, violates }) => {
      const folder = ownFolder();
      const service = await startAcrossService(restartNamed(name));
      const { status, output, messages } = await runCommand(
        [
          'run',
          service.baseUrl,
          ...['--report-dir', 'out', '--effort', 'smoke', '--across', service.command],
          ...['--revoked-key', service.revokedKey],
          ...watched.flatMap((glob) => ['--only', glob]),
        ],
        { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
      );
      expect(existsSync(join(folder, 'out', 'report.json')), output + messages).toBe(true);
      const report = reportIn(folder);
      expect(report.internalErrors, output + messages).toEqual([]);
      expect(failedIn(report).sort(), output).toEqual([...violates].sort());
      expect(status, output + messages).toBe(violates.length > 0 ? 1 : 0);
      expect(report.across).toMatchObject({
        command: { exitStatus: 0, output: 'restarted\n' },
        gap: { isBack: true },
      });
    },
  );

  test.concurrent('a limit that is kept is granted once', async () => {
    expect(await limitAcross('keeps-everything', 'held')).toEqual({ outcome: 'held', failed: [] });
  });

  test.concurrent('a service that forgets its counters is reported', async () => {
    expect(await limitAcross('forgets-counters', 'violated')).toEqual({
      outcome: 'violated',
      failed: ['quota/never-exceeded'],
    });
  });
});

/** The longer the minute, the less a machine that stands still leaves open. */
const minutesMs = [8_000, 25_000];

/** Makes runs with longer and longer minutes until one decides. */
async function limitAcross(name: string, due: string) {
  let last = { outcome: 'none', failed: [] as readonly string[] };
  for (const minuteMs of minutesMs) {
    const service = await startAcrossService(restartNamed(name), { minuteMs, dayMs: 1_440 * minuteMs });
    const folder = ownFolder();
    const { output, messages } = await runCommand(
      [
        ...['run', service.baseUrl, '--report-dir', 'out', '--minute', `${minuteMs}ms`],
        ...['--across', service.command, '--quota-key', `free=${service.keys.free}`],
        ...['--only', 'quota/never-exceeded'],
      ],
      { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
    );
    expect(existsSync(join(folder, 'out', 'report.json')), output + messages).toBe(true);
    const report = reportIn(folder);
    const promise = report.across?.promises.find(({ requirement }) => requirement === 'quota/never-exceeded');
    last = { outcome: promise?.outcome ?? 'none', failed: failedIn(report) };
    if (last.outcome === due || last.failed.length > 0) {
      break;
    }
  }
  return last;
}
