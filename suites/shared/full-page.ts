import type { Check } from '../../src/runner/check.ts';
import { listed } from '../../src/runner/listed.ts';
import { judgeBothParameters } from './both-parameters.ts';
import { rarestStatus } from './rarest-status.ts';

/** Lists a status with a limit equal to the number of its animals: a full page without a next one. */
export async function fillsOnePage(check: Check): Promise<void> {
  const status = rarestStatus(check);
  const whole = await listed(check, { limit: 100, status });
  const count = whole?.pets.length ?? 0;
  if (count > 0 && count < 100) {
    const query = `status=${status}&limit=${count}`;
    await judgeBothParameters(check, query, await check.listByQuery(query));
  }
}
