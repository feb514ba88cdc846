import { getPetMayBeGone } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { readHttpDate } from '../exchange/rate-fields.ts';
import type { Check } from './check.ts';
import { listed } from './listed.ts';
import { Skipped } from './outcome.ts';

/** The day from which `GET /pets/{petId}` may be gone (section "Get an animal (deprecated)"). */
const removal = Date.UTC(2030, 11, 5);

/**
 * Ends a check of the deprecated operation if it was removed: its date has passed by the service's clock, and a listed
 * animal returns 404 or 410.
 *
 * @throws {Skipped} if so.
 */
export async function skipWhereRemoved(check: Check): Promise<void> {
  if (!getPetMayBeGone({ startedAt: new Date(Date.now()).toISOString() })) {
    return;
  }
  const list = await listed(check, { limit: 1 });
  const [pet] = list?.pets ?? [];
  if (list === null || pet === undefined) {
    return;
  }
  const now = readHttpDate(headerValue(list.answer.headers, 'Date') ?? '') ?? Date.now();
  const answer = await check.get(pet.id);
  if (now >= removal && (answer.status === 404 || answer.status === 410)) {
    throw new Skipped('GET /pets/{petId} has been removed, as was announced for 5 December 2030');
  }
}
