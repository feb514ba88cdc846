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
});
