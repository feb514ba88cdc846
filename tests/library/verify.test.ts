import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  faultNamed,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { verify } from '../../src/library/verify.ts';
import { OptionsError } from '../../src/library/verify-options.ts';
import type { Report } from '../../src/report/report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let service: RunningImplementation;
let folder = '';

beforeAll(async () => {
  // Too little for the hundreds of further cases of an ample allowance.
  service = await startReferenceImplementation({
    plans: { enterprise: { perMinute: 2_000, perDay: 1_000_000 } },
  });
  folder = temporaryFolder();
});

afterAll(async () => {
  await service.close();
});

function given() {
  return { baseUrl: service.baseUrl, apiKey: service.keys.enterprise, effort: 'smoke' } as const;
}

function verdictsOf({ requirements }: Report, group: string): string[] {
  return requirements.filter(({ id }) => id.startsWith(group)).map(({ verdict }) => verdict);
}

describe('a run for a program', () => {
  it('goes beside others, each with a report of its own, and leaves the process as it was', async () => {
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    const interruptions = process.listenerCount('SIGINT');
    const events = new Set<string>();
    const [whole, narrow] = await Promise.all([
      verify({ ...given(), onEvent: ({ type }) => events.add(type) }),
      verify({ ...given(), only: ['version/*'] }),
    ]);
    expect(whole).toMatchObject({
      verdict: 'conformant',
      exitStatus: 0,
      interrupted: null,
      internalErrors: [],
    });
    expect(narrow).toMatchObject({ verdict: 'conformant', interrupted: null, internalErrors: [] });
    expect(verdictsOf(whole, 'auth/missing-key')).toEqual(['passed']);
    expect(verdictsOf(narrow, 'auth/missing-key')).toEqual(['skipped']);
    expect(narrow.run.requests).toBeLessThan(10);
    expect([...events]).toEqual(
      expect.arrayContaining(['run-started', 'preflight', 'exchange', 'check-finished', 'run-finished']),
    );
    expect(process.exitCode).toBeUndefined();
    expect(process.listenerCount('SIGINT')).toBe(interruptions);
    expect(readdirSync(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('writes its reports where a folder is given, and replaces those of an earlier run', async () => {
    const reportDir = join(folder, 'below', 'reports');
    await verify({ ...given(), only: ['version/*'], reportDir });
    const report = await verify({ ...given(), only: ['auth/missing-key'], reportDir });
    expect(report.run.selected).toEqual(['auth/missing-key']);
    for (const name of ['index.html', 'report.json', 'junit.xml', 'journal.ndjson', 'traffic.har']) {
      expect(existsSync(join(reportDir, name)), name).toBe(true);
    }
  });

  it('searches them for the values of fields that open something, as for the keys', async () => {
    const reportDir = join(folder, 'searched');
    const token = 'gatewayToken7Q';
    const header = `X-Gateway-Token: ${token}`;
    const run = verify({ ...given(), only: ['auth/missing-key'], header, reportDir, command: token });
    const report = await run;
    expect(report.run.maskedSecrets).toBeGreaterThan(0);
    expect(report.run.command).toBe('$ANIMAL_STORE_HEADER_1');
    expect(readFileSync(join(reportDir, 'report.json'), 'utf8')).not.toContain(token);
  });

  it('ends early at the signal, with the results so far', async () => {
    const controller = new AbortController();
    const report = await verify(
      given(),
      (event) => {
        if (event.type === 'check-started') {
          controller.abort();
        }
      },
      controller.signal,
    );
    expect(report.interrupted).toBe('interrupted by the user');
    expect(report.run.requests).toBeLessThan(50);
  });

  it('has exit status 1 for a violation, and 0 if a baseline has it already', async () => {
    const faulty = await startReferenceImplementation({
      decorate: (parts) => faultNamed('limit-plus-one')?.apply(parts) ?? parts,
    });
    const options = {
      ...given(),
      baseUrl: faulty.baseUrl,
      apiKey: faulty.keys.enterprise,
      only: ['list/limit-bounds-count'],
    };
    const report = await verify(options);
    const again = await verify({ ...options, baseline: report });
    await faulty.close();
    expect(report).toMatchObject({ verdict: 'non-conformant', exitStatus: 1 });
    expect(again).toMatchObject({ verdict: 'conformant', exitStatus: 0 });
  });

  it('sends nothing if the signal was aborted before', async () => {
    const report = await verify({ ...given(), signal: AbortSignal.abort() });
    expect(report).toMatchObject({ verdict: 'none', interrupted: 'interrupted by the user' });
    expect(report.run.requests).toBe(0);
  });

  it('resolves where the service refuses the key: that is no mistake in the options', async () => {
    const report = await verify({ ...given(), apiKey: 'aKeyThatNobodyHas' });
    expect(report).toMatchObject({ verdict: 'none', exitStatus: 3 });
    expect(JSON.stringify(report)).not.toContain('aKeyThatNobodyHas');
  });

  it('rejects with what its listener throws', async () => {
    const broken = () => {
      throw new RangeError('of the listener');
    };
    await expect(verify({ ...given(), onEvent: broken })).rejects.toThrow(RangeError);
  });

  it('rejects where an option is wrong, and where its folder can not be written', async () => {
    await expect(verify({ ...given(), maxRequests: 0 })).rejects.toThrow(OptionsError);
    await expect(verify({ ...given(), reportDir: '/dev/null/reports' })).rejects.toThrow(
      /^can't write reports to the folder "\/dev\/null\/reports": .*reportDir$/,
    );
  });
});
