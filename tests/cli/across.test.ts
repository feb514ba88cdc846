import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isReport } from '../../src/cli/report-files/report-file.ts';
import type { Report } from '../../src/report/report.ts';
import { isAlive } from '../end-of.ts';
import {
  type AcrossService,
  type Finishing,
  restartNamed,
  startAcrossService,
} from '../restart/restartable.ts';
import { restarts } from '../restart/restarts.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { every } from '../test-seed.ts';
import { carriedOut } from './carried-out.ts';
import { startCommand } from './command.ts';

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
const onlyWatched = watched.flatMap((glob) => ['--only', glob]);

function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
}

/** Runs against a service with its key; the report is in `out`, unless the options name another folder. */
function runAt(service: AcrossService, folder: string, ...options: readonly string[]) {
  const into = options.includes('--report-dir') ? [] : ['--report-dir', 'out'];
  return carriedOut(['run', service.baseUrl, ...into, ...options], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise },
  });
}

function failedIn({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
}

describe('a run across a restart', () => {
  test.concurrent.for(
    every(
      8,
      restarts.filter(({ needs }) => needs !== 'quota-key'),
    ),
  )('$name', async ({ name, violates }, context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed(name), context);
    const { status, output, messages } = await runAt(
      service,
      folder,
      ...['--effort', 'smoke', '--across', service.command, '--revoked-key', service.revokedKey],
      ...onlyWatched,
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
  });

  test.concurrent('a limit that is kept is granted once', async (context) => {
    expect(await limitAcross('keeps-everything', 'held', context)).toEqual({ outcome: 'held', failed: [] });
  });

  test.concurrent('a service that forgets its counters is reported', async (context) => {
    expect(await limitAcross('forgets-counters', 'violated', context)).toEqual({
      outcome: 'violated',
      failed: ['quota/never-exceeded'],
    });
  });

  test.concurrent.for([
    { name: 'keeps-everything', violates: [], gone: 0 },
    { name: 'loses-animals', violates: [], gone: 3 },
    { name: 'gives-ids-again', violates: ['create/unique-ids'], gone: 0 },
  ])('between two runs: $name', async ({ name, violates, gone }, context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed(name), context);
    const run = (...options: string[]) =>
      runAt(service, folder, '--effort', 'smoke', ...onlyWatched, ...options);
    const first = await run('--report-dir', 'before');
    expect(first.status, first.output + first.messages).toBe(0);
    service.restartUnseen();
    const second = await run('--after', 'before');
    const report = reportIn(folder);
    expect(failedIn(report), second.output + second.messages).toEqual(violates);
    expect(second.status).toBe(violates.length > 0 ? 1 : 0);
    expect(report.across).toMatchObject({ command: null, earlier: { source: 'before' }, gap: null });
    expect(report.across?.animals.gone).toBeGreaterThanOrEqual(gone);
    const again = await carriedOut(['judge', 'out/traffic.har', '--report-dir', 'judged'], { folder });
    const judged: Report = JSON.parse(readFileSync(join(folder, 'judged', 'report.json'), 'utf8'));
    expect(failedIn(judged), again.output).toEqual([]);
  });

  test('a journal of the earlier run that is damaged is refused, and one that ends early is used', async (context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed('keeps-everything'), context);
    const run = (...options: string[]) => runAt(service, folder, '--only', 'get/returns-created', ...options);
    const first = await run('--report-dir', 'before');
    expect(first.status, first.output + first.messages).toBe(0);
    const journal = join(folder, 'before', 'journal.ndjson');
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.replace(/(?<="exchange":\{[^{]*"startedAt":")[^"]*/, 'noon'));
    const refused = await run('--after', 'before');
    expect(refused).toMatchObject({ status: 2, output: '' });
    expect(refused.messages).toMatch(
      /^animal-store-conformance: --after: the journal.ndjson of "before" is damaged: line \d+: a time .* invalid; pass .*\n$/,
    );
    writeFileSync(journal, text.slice(0, -10));
    const used = await run('--after', 'before');
    expect(used.status, used.output + used.messages).toBe(0);
    expect(used.output.replace(/\s+/g, ' ').split('whose journal is incomplete')).toHaveLength(2);
    const report = reportIn(folder);
    expect(report.across?.earlier).toMatchObject({ source: 'before', isCut: true });
    expect(isReport(report)).toBe(true);
  });

  test('a command that fails leaves no verdict, and what follows is tested', async (context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed('keeps-everything'), context);
    const secret = service.keys.enterprise;
    const command = `echo deploying with ${secret}; exit 7`;
    const options = ['--only', 'create/unique-ids', '--across', command];
    const { status, output, messages } = await runAt(service, folder, ...options);
    expect(status, output + messages).toBe(3);
    const { across, interrupted } = reportIn(folder);
    expect(interrupted).toBe('the command of --across ended with status 7');
    expect(across?.command).toMatchObject({ exitStatus: 7, outputCut: 0 });
    expect(across?.command?.output).not.toContain(secret);
    expect(across?.promises).toMatchObject([{ requirement: 'create/unique-ids', outcome: 'held' }]);
  });

  test.for([
    ['before the command', ['--max-requests', '20'], 'true'],
    ['while the command runs', ['--max-time', '5s'], 'sleep 600'],
  ] as const)('a bound that ends the run %s leaves no verdict', async ([, bound, command], context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed('keeps-everything'), context);
    const options = ['--only', 'auth/valid-key-accepted', '--effort', 'smoke', '--across', command];
    const { status, output, messages } = await runAt(service, folder, ...bound, ...options);
    expect(status, output + messages).toBe(3);
    expect(reportIn(folder).interrupted).toMatch(/: the tests across the command are incomplete$/);
  });

  test('a second Ctrl-C leaves neither the command nor its output behind', async (context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed('keeps-everything'), context);
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const file = join(folder, 'pid');
    const command = startCommand(
      [
        ...['run', service.baseUrl, '--only', 'auth/valid-key-accepted', '--effort', 'smoke'],
        ...[
          '--across',
          `trap '' TERM; echo $$ > '${file}.new'; mv '${file}.new' '${file}'; sleep 600; sleep 600`,
        ],
      ],
      { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise, TMPDIR: temporary } },
    );
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
    command.process.kill('SIGINT');
    await command.shown(/Ctrl-C again/);
    command.process.kill('SIGINT');
    expect((await command.ended).status).toBe(3);
    const shell = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isAlive(shell), { timeout: 60_000 }).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('a service that does not respond again leaves no verdict', async (context) => {
    const folder = temporaryFolder();
    const service = await startAcrossService(restartNamed('keeps-everything'), context);
    const options = ['--only', 'create/unique-ids', '--across', service.endingCommand];
    const { status, output, messages } = await runAt(service, folder, ...options, '--across-timeout', '1s');
    expect(status, output + messages).toBe(3);
    expect(reportIn(folder).across?.gap).toMatchObject({ isBack: false, backAfterMs: null });
  });
});

/** The longer the minute, the less a machine that stands still leaves open. */
const minutesMs = [8_000, 25_000];

/** Makes runs with longer and longer minutes until one decides. */
async function limitAcross(name: string, due: string, context: Finishing) {
  let last = { outcome: 'none', failed: [] as readonly string[] };
  for (const minuteMs of minutesMs) {
    const service = await startAcrossService(restartNamed(name), context, {
      minuteMs,
      dayMs: 1_440 * minuteMs,
    });
    const folder = temporaryFolder();
    const { output, messages } = await runAt(
      service,
      folder,
      ...['--minute', `${minuteMs}ms`, '--across', service.command],
      ...['--quota-key', `free=${service.keys.free}`, '--only', 'quota/never-exceeded'],
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
