import { expect, it, onTestFinished } from 'vitest';
import { forbidding } from '../../reference-impl/faults/authentication-decorations.ts';
import { startReferenceImplementation } from '../../reference-impl/index.ts';
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
