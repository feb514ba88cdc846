import { describe, expect, test, vi } from 'vitest';
import { requirements } from '../../suites/requirements.ts';
import { carriedOut } from './carried-out.ts';
import { decides, quick, untilDecided } from './quick-minutes.ts';
import { folder, inOwnFolders, readReport } from './run-service.ts';

inOwnFolders();

// On a busy machine a run may take many times as long.
vi.setConfig({ testTimeout: 900_000 });

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
