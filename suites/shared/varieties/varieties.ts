import { readPet } from '../../../src/history/pet.ts';
import type { Check } from '../../../src/runner/check.ts';
import { listed } from '../../../src/runner/listed.ts';
import { refusedCreations } from '../../requirements.ts';
import { judgeBothParameters } from '../both-parameters.ts';
import { invalidCreations, refusesCreation } from '../invalid-creations.ts';
import { malformedIds, refusesId } from '../malformed-ids.ts';
import { rarestStatus } from '../rarest-status.ts';
import { credentialVarieties } from './credentials.ts';
import { encodingVarieties } from './encodings.ts';
import { formVarieties } from './forms.ts';
import { keylessVarieties } from './keyless.ts';
import { listVarieties } from './lists.ts';
import { nameVarieties } from './names.ts';
import { togetherVarieties } from './together.ts';
import { interleaved, type Variety } from './variety.ts';

/**
 * The cases that the plan leaves out of the checks, and those that no check sends, with the families evenly
 * interleaved: a run that stops early has sent the same share of each. A run that combines names has sent most of them,
 * and one that sends each once has no pairs.
 */
export function varietiesFor(check: Check): readonly Variety[] {
  const { combines, pairs } = check.plan;
  return interleaved<Variety>([
    credentialVarieties,
    keylessVarieties,
    leftOut(check, 'get/malformed-id', malformedIds, refusesId),
    ...refusedCreations.map((id) => leftOut(check, id, invalidCreations[id].faults, refusesCreation)),
    listVarieties,
    encodingVarieties,
    ...(combines ? [] : [nameVarieties, createdThenListed]),
    ...(pairs === 'one-by-one' ? [] : [formVarieties, togetherVarieties]),
  ]);
}

const createdThenListed: readonly Variety[] = [
  { requirement: 'get/returns-created', send: isFoundOnceCreated },
  { requirement: 'list/limit-with-status', send: fillsOnePage },
];

/** The cases of a check beyond those that its plan sends. */
function leftOut<Case>(
  check: Check,
  requirement: Variety['requirement'],
  cases: readonly Case[],
  send: (check: Check, one: Case) => Promise<void>,
): Variety[] {
  const further = cases.slice(check.as(requirement).plan.cases);
  return further.map((one) => ({ requirement, send: (judge) => send(judge, one) }));
}

/**
 * Requests the next id before and after the creation of its animal, to detect a cached 404. The watches judge the
 * responses. Stops if the ids are not consecutive, or if another client takes the id.
 */
async function isFoundOnceCreated(check: Check): Promise<void> {
  const [before, newest] = check.session.history.created.slice(-2);
  const next = before !== undefined && newest?.id === before.id + 1n ? newest.id + 1n : null;
  if (next === null || (await check.get(next)).status !== 404) {
    return;
  }
  const created = readPet((await check.createPlain('sold')).json);
  if (created?.id === next) {
    await check.get(next);
  }
}

/** Lists a status with a limit equal to the number of its animals: a full page without a next one. */
async function fillsOnePage(check: Check): Promise<void> {
  const status = rarestStatus(check);
  const whole = await listed(check, { limit: 100, status });
  const count = whole?.pets.length ?? 0;
  if (count > 0 && count < 100) {
    const query = `status=${status}&limit=${count}`;
    await judgeBothParameters(check, query, await check.listByQuery(query));
  }
}
