import { expect, it } from 'vitest';
import type { Check } from '../../src/suite/check.ts';
import { filtersHoldEverything, filtersHoldOwnAnimals } from '../../suites/steps/filter-complete.ts';
import { startService } from '../suite/service.ts';
import { testSession } from '../suite/test-session.ts';

const pet = { id: 1, name: 'Rex', categoryId: 1 };

/** What is reported of a store whose filtered lists hold an animal without a status. */
async function reported(work: (check: Check) => Promise<void>) {
  const { baseUrl } = await startService(({ method, target }) =>
    method === 'POST'
      ? { status: 201, body: JSON.stringify({ ...pet, status: 'available' }) }
      : { status: 200, body: JSON.stringify(target.startsWith('/pets?') ? [pet] : pet) },
  );
  const test = testSession(baseUrl);
  await work(test.check('list/filter-complete')).catch((error: unknown) =>
    expect(error).toMatchObject({ name: 'Inconclusive' }),
  );
  const findings = test.findings.filter(({ kind }) => kind === 'no-status');
  return new Set(findings.map(({ requirement }) => requirement));
}

it('an animal without a status is reported under the filter if no limit was sent with it', async () => {
  expect(await reported(filtersHoldOwnAnimals)).toEqual(new Set(['list/status-filter']));
});

it('and on both together where one was', async () => {
  expect(await reported(filtersHoldEverything)).toEqual(new Set(['list/limit-with-status']));
});
