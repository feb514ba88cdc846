import { describe, expect, test, vi } from 'vitest';
import {
  type RunningImplementation,
  startReferenceImplementation,
  startVariant,
} from '../../reference-impl/index.ts';
import { atOnce, type FreePlan, quotaVerdict, shortDay, shortMinute } from './quota-verdict.ts';

vi.setConfig({ maxConcurrency: atOnce });

const limiters = [
  'anchored-window',
  'sliding-log',
  'sliding-counter',
  'token-bucket',
  'gcra',
  'penalty-after-an-excess',
  'refused-requests-count',
  'ban-after-60-refused',
];

async function expectClear(service: RunningImplementation, plan: FreePlan): Promise<void> {
  try {
    const { status, blamed, report } = await quotaVerdict(service, plan);
    expect(blamed).toEqual([]);
    expect(status).toBe(0);
    expect(report.internalErrors).toEqual([]);
  } finally {
    await service.close();
  }
}

describe.concurrent('the measurement of plan limits, against limiters that conform', {
  timeout: 400_000,
}, () => {
  test('the reference', async () => {
    await expectClear(await startReferenceImplementation(shortMinute), shortMinute);
  });

  test('the reference, by the day', async () => {
    await expectClear(await startReferenceImplementation(shortDay), shortDay);
  });

  for (const name of limiters) {
    test(name, async () => {
      await expectClear(await startVariant(name, shortMinute), shortMinute);
    });
  }
});
