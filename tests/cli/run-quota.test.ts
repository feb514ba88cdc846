import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { faultNamed, type Parts } from '../../reference-impl/index.ts';
import type { Report } from '../../src/report/report.ts';
import { requirements } from '../../suites/requirements.ts';
import { carriedOut } from './carried-out.ts';
import { startCommand } from './command.ts';
import { decides, failedIn, measure, quick, startQuickService, untilDecided } from './quick-minutes.ts';
import { folder, inOwnFolders, readReport, verdictOf } from './run-service.ts';

inOwnFolders();

// On a busy machine a run may take many times as long.
vi.setConfig({ testTimeout: 900_000 });

const onlyQuota = ['--only', 'quota/*'];

function reasonOf(id: string, report: Report = readReport()): string | undefined {
  return report.requirements.find((requirement) => requirement.id === id)?.reason;
}

describe('run with a key that may be used up', () => {
  test('a conforming service: every plan limit is decided, and no key is shown', async () => {
    const { service, status, output, messages } = await untilDecided(async (minuteMs) => {
      const quickService = await startQuickService({}, minuteMs);
      const options = ['--only', 'rate/limit-matches-plan', '--quota-key', `free=${quickService.keys.free}`];
      return {
        service: quickService,
        ...(await measure(quickService, [...onlyQuota, ...options], minuteMs)),
      };
    }, decides());
    const key = service.keys.free;
    expect(status, output + messages).toBe(0);
    const report = readReport();
    const verdicts = report.requirements
      .filter(({ group }) => group === 'quota')
      .map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts.filter((verdict) => !/ (?:passed|observed)$/.test(verdict))).toEqual([
      'quota/day-limit skipped',
      'quota/ban skipped',
    ]);
    expect(reasonOf('quota/day-limit')).toContain('--day-quota');
    expect(reasonOf('quota/ban')).toContain('--probe-ban');
    expect(verdictOf('rate/limit-matches-plan')).toBe('passed');
    expect(report.planLimits).toMatchObject([{ plan: 'free', key: 'quota-key-1', perMinute: 60 }]);
    expect(report.run.requests).toBe(service.seen.length);
    expect(messages).toMatch(
      /^Plan limits: Free takes about .* and about \d+ requests, \d+ of them\s+refused$/m,
    );
    expect(output).toContain('PLAN LIMITS');
    expect(existsSync(join(folder, 'out', 'timeline.ndjson'))).toBe(true);
    for (const name of readdirSync(join(folder, 'out'))) {
      expect(readFileSync(join(folder, 'out', name), 'utf8'), name).not.toContain(key);
    }
    expect(`${output}${messages}`).not.toContain(key);
  });

  test('a service that deviates is reported, with the command that reproduces it', async () => {
    const fault = faultNamed('no-retry-after');
    const due = ['quota/retry-after-present'];
    const { key, status, output } = await untilDecided(
      async (minuteMs) => {
        const decorate = (parts: Parts) => fault?.apply(parts) ?? parts;
        const service = await startQuickService({ decorate }, minuteMs);
        const ownKey = service.keys.free;
        const options = [...onlyQuota, '--quota-key', `free=${ownKey}`];
        return { key: ownKey, ...(await measure(service, options, minuteMs)) };
      },
      (report) => failedIn(report).length > 0,
      due,
    );
    expect(status, output).toBe(1);
    const failed = readReport().requirements.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(due);
    expect(failed[0]?.findings[0]?.rerun).toContain('--quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1"');
    expect(failed[0]?.findings[0]?.curl).toContain('Bearer $ANIMAL_STORE_QUOTA_KEY_1');
    expect(`${output}${JSON.stringify(readReport())}`).not.toContain(key);
  });

  test('a key that is refused is named, nothing else of it is sent, and other checks give no verdict', async () => {
    const service = await startQuickService();
    const { status, output } = await measure(service, [
      ...onlyQuota,
      ...['--only', 'get/unknown-id', '--quota-key', 'free=never-issued-key'],
    ]);
    expect(status, output).toBe(3);
    expect(output).toMatch(/^No verdict: quota key 1 is refused, while the key of the run is served/);
    expect(verdictOf('get/unknown-id')).toBe('passed');
    expect(verdictOf('quota/limit-enforced')).toBe('inconclusive');
    expect(reasonOf('quota/limit-enforced')).toMatch(/^quota key 1 is refused with 401: pass a key/);
    const listed = service.seen.filter(
      ({ status: answered, method }) => answered === 401 && method === 'GET',
    );
    expect(listed.length).toBeLessThan(8);
  });
});

describe('a measurement that is bounded', () => {
  test('--max-requests is never exceeded, and what was learnt is kept', async () => {
    const service = await startQuickService();
    const { output } = await measure(service, [
      ...onlyQuota,
      ...['--max-requests', '110', '--quota-key', `free=${service.keys.free}`],
    ]);
    expect(service.seen.length, output).toBeLessThanOrEqual(110);
    expect(service.seen.length).toBeGreaterThan(60);
    expect(readReport().planLimits).toHaveLength(1);
    // Which of them were already decided depends on the speed of the machine.
    const reasons = readReport().requirements.flatMap(({ reason }) => reason ?? []);
    expect(reasons.join('\n')).toContain('--max-requests');
  });

  test.each([
    ['alone', []],
    ['after other checks', ['--only', 'auth/missing-key']],
  ])('Ctrl-C in the middle keeps what was learnt, %s', async (_, others) => {
    const service = await startQuickService({ minuteMs: 60_000, dayMs: 86_400_000 });
    const command = startCommand(
      [
        'run',
        service.baseUrl,
        '--report-dir',
        'out',
        ...onlyQuota,
        ...others,
        '--quota-key',
        `free=${service.keys.free}`,
      ],
      { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
    );
    await command.shown(/^(?:Free · .* · waiting: |.* waiting \d+ s until)/m);
    command.process.kill('SIGINT');
    const { status, output, messages } = await command.ended;
    expect(status, output + messages).toBe(3);
    const report = readReport();
    expect(report.interrupted).toBe('interrupted by the user');
    expect(report.planLimits).toHaveLength(1);
    // One that was interrupted may not have arrived.
    const unseen = report.run.requests - service.seen.length;
    expect([0, 1]).toContain(unseen);
    expect(reasonOf('quota/reset-honest')).toContain('interrupted');
  });
});

describe('what is said beforehand', () => {
  test('--dry-run lists what would be measured, and needs no key', async () => {
    const service = await startQuickService();
    const { status, output, messages } = await carriedOut(
      ['run', service.baseUrl, '--dry-run', '--quota-key', 'free', '--quota-key=pro', '--day-quota'],
      { folder },
    );
    expect({ status, messages }).toEqual({ status: 0, messages: '' });
    expect(output).toMatch(/^Free +\d+ +\d+ +\d+ +about \d/m);
    expect(output).toMatch(/^Free, daily limit +\d+ +\d+ +a few +about 1\d min/m);
    expect(output).toMatch(/^Pro +\d+ +\d+ +\d+ +about \d/m);
    expect(service.seen).toEqual([]);
  });
});

describe('plan limits', () => {
  test('of the reference implementation alone: every MUST requirement is decided', async () => {
    const { status, output, messages } = await untilDecided(
      (minuteMs) => carriedOut(['run', '--reference', '--report-dir', 'out', ...quick(minuteMs)], { folder }),
      decides(...requirements.filter(({ level }) => level === 'MUST').map(({ id }) => id)),
    );
    expect(status, output + messages).toBe(0);
    const report = readReport();
    const open = report.requirements.filter(({ level, verdict }) => level === 'MUST' && verdict !== 'passed');
    expect(open.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(report.planLimits.map(({ plan, perDay }) => `${plan} ${perDay}`)).toEqual([
      'free 1000',
      'enterprise 180',
    ]);
    expect(output).toMatch(/npx animal-store-conformance run BASE_URL\n$/);
  });
});
