import { describe, test, vi } from 'vitest';
import {
  type RunningImplementation,
  startReferenceImplementation,
  startVariant,
} from '../../reference-impl/index.ts';
import { every } from '../test-seed.ts';
import { atOnce, expectClear, type FreePlan, longestMs, shortDay, shortMinute } from './quota-verdict.ts';

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

async function expectClearAndClose(service: RunningImplementation, plan: FreePlan): Promise<void> {
  try {
    await expectClear(service, plan);
  } finally {
    await service.close();
  }
}

describe.concurrent('the measurement of plan limits, against limiters that conform', {
  timeout: longestMs,
}, () => {
  test('the reference', async () => {
    await expectClearAndClose(await startReferenceImplementation(shortMinute), shortMinute);
  });

  test('the reference, by the day', async () => {
    await expectClearAndClose(await startReferenceImplementation(shortDay), shortDay);
  });

  for (const name of every(4, limiters)) {
    test(name, async () => {
      await expectClearAndClose(await startVariant(name, shortMinute), shortMinute);
    });
  }
});
