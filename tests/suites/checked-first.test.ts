import { expect, it, onTestFinished } from 'vitest';
import { forbidding } from '../../reference-impl/faults/authentication.ts';
import { refusingAllLate } from '../../reference-impl/faults/creation.ts';
import { startReferenceImplementation } from '../../reference-impl/index.ts';
import { refusedCreations } from '../../suites/requirements.ts';
import { verdictOf } from './verdict-of.ts';

it('The order of checks is undecided where no bad key returns 401', async () => {
  const service = await startReferenceImplementation({ decorate: forbidding(() => true) });
  onTestFinished(() => service.close());
  const { status, report } = await verdictOf(service, ['--only', 'auth/*']);
  expect(report.requirements.find(({ id }) => id === 'auth/checked-first')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('see auth/unknown-key'),
  });
  expect(status).toBe(1);
});

it('A service that refuses every creation after the hundredth passes no check of refused creations', async () => {
  const service = await startReferenceImplementation({ decorate: refusingAllLate(100) });
  onTestFinished(() => service.close());
  const { status, report } = await verdictOf(service, ['--only', 'create/*']);
  const refusals = report.requirements.filter(({ id }) => refusedCreations.some((one) => one === id));
  expect(refusals).toHaveLength(refusedCreations.length);
  for (const { id, verdict, reason } of refusals) {
    expect([id, verdict, reason]).toEqual([
      id,
      'inconclusive',
      expect.stringContaining('see create/accepts-valid'),
    ]);
  }
  expect(report.requirements.find(({ id }) => id === 'create/accepts-valid')?.verdict).toBe('failed');
  expect(status).toBe(1);
});
