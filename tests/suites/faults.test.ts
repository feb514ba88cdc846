import { describe, expect, test } from 'vitest';
import { faults, startFaultyImplementation } from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import { brisk, verdictOf } from './verdict-of.ts';

type Fault = (typeof faults)[number];

const needed: Readonly<Record<string, (revokedKey: string) => string[]>> = {
  plan: () => ['--plan', 'enterprise', '--plan-limit', 'enterprise=1500/5000000'],
  'revoked-key': (revokedKey) => ['--revoked-key', revokedKey],
};

/** For each MUST requirement that this version decides, the first fault that was made for it. */
function oneForEachRequirement(): Fault[] {
  const chosen = requirements
    .filter(({ id, level }) => level === 'MUST' && !id.startsWith('quota/'))
    .map(({ id }) => faults.find(({ violates, needs }) => violates[0] === id && needs !== 'quota-key'));
  return [...new Set(chosen.filter((fault) => fault !== undefined))];
}

describe.concurrent('the suite, against one fault for every MUST requirement', { timeout: 60_000 }, () => {
  for (const fault of oneForEachRequirement()) {
    test(`${fault.name}: ${fault.violates[0]}`, async () => {
      const service = await startFaultyImplementation(fault.name, { plans: brisk });
      const options = fault.needs === null ? [] : (needed[fault.needs]?.(service.revokedKey) ?? []);
      try {
        const { status, blamed, report } = await verdictOf(service, options);
        expect(blamed).toEqual(expect.arrayContaining([...fault.violates]));
        expect(blamed.filter((id) => ![...fault.violates, ...fault.mayViolate].includes(id))).toEqual([]);
        expect(status).toBe(1);
        expect(report.internalErrors).toEqual([]);
      } finally {
        await service.close();
      }
    });
  }
});

test('every MUST requirement that this version decides has such a fault', () => {
  const covered = new Set(oneForEachRequirement().flatMap(({ violates }) => violates));
  const missing = requirements.filter(
    ({ id, level }) => level === 'MUST' && !id.startsWith('quota/') && !covered.has(id),
  );
  expect(missing).toEqual([]);
});
