import { describe } from 'vitest';
import { noCredential } from '../src/arbitraries/credentials.ts';
import { nameOf } from '../src/arbitraries/names.ts';
import { newPet, newPetText } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import { isAmple, mostRequests } from '../src/runner/ample-allowance.ts';
import type { Check } from '../src/runner/check.ts';
import { Inconclusive, Skipped } from '../src/runner/outcome.ts';
import { passage } from '../src/runner/passage-test.ts';
import { withCredential } from '../src/target/api-request.ts';
import { judgeMalformedId } from './shared/malformed-id.ts';
import { refusesBody } from './shared/refusals.ts';
import { control, refuses } from './shared/refused-operation.ts';
import { varieties } from './varieties/varieties.ts';
import type { KeylessRequest, OddName, Variety } from './varieties/variety.ts';

/** Animals that a run of effort `normal` adds in all. */
const mostAnimals = 128;
/** Failures of transport, or operations that may not be sent, after which the rest is left out. */
const mostUndecided = 12;

async function isStoredUndamaged(check: Check, { shape }: OddName): Promise<void> {
  if (check.session.options.effort !== 'thorough' && check.session.history.created.length >= mostAnimals) {
    return;
  }
  const name = nameOf(shape, check.session.tags.next());
  const answer = await check.create(newPetText(newPet(name, check.category(), 'sold')));
  const pet = answer.status === 201 ? readPet(answer.json) : null;
  if (pet !== null) {
    await check.get(pet.id);
  }
}

/** Nobody is served without the key, however the address is written and whatever fields are sent. */
async function isNoWayIn(check: Check, { path, headers, description }: KeylessRequest): Promise<void> {
  const related = [await control(check, 'listPets')];
  const answer = await check.send(withCredential('GET', path, headers, null, noCredential));
  // Other paths are not described: a redirect, a web page or an empty response to those serves nobody.
  if (answer.status < 300 && Array.isArray(answer.json)) {
    check.deviation(answer, {
      kind: `listPets-status-${answer.status}`,
      message: `GET ${path} without a key, ${description}, returns ${answer.status}`,
      expected: '401 with an Error body, or no such path',
      related,
    });
  }
}

/** Sends one, and judges what is due by its kind; the watches judge the rest. */
async function attempt(check: Check, variety: Variety): Promise<void> {
  const { key, options } = check.session;
  switch (variety.kind) {
    case 'credential': {
      const credential = variety.credential(options.apiKey);
      return credential === null
        ? undefined
        : refuses(check.as(variety.requirement), variety.operation, credential);
    }
    case 'body':
      return refusesBody(
        check,
        variety.make(check.plainPet(check.refusedStatus)),
        check.as(variety.requirement),
      );
    case 'name':
      return isStoredUndamaged(check.as('create/text-exact'), variety);
    case 'id': {
      const malformed = check.as('get/malformed-id');
      const path = variety.path(await malformed.knownId());
      const answer = await malformed.send(withCredential('GET', `/pets/${path}`, [], null, key));
      return judgeMalformedId(malformed, variety, answer);
    }
    case 'keyless':
      return isNoWayIn(check.as('auth/missing-key'), variety);
    case 'list':
      await check.as('list/returns-pets').listByQuery(variety.query);
  }
}

function requirementOf(variety: Variety): string {
  switch (variety.kind) {
    case 'credential':
    case 'body':
      return variety.requirement;
    case 'name':
      return 'create/text-exact';
    case 'id':
      return 'get/malformed-id';
    case 'keyless':
      return 'auth/missing-key';
    case 'list':
      return 'list/returns-pets';
  }
}

/** Whether the run has room for cases beyond those that every key allows. */
function hasRoom({ session }: Check): boolean {
  const { effort, minuteMs } = session.options;
  const { lastServed, quickestMs } = session;
  return (
    effort === 'thorough' ||
    (effort === 'normal' && lastServed !== null && isAmple(lastServed, quickestMs, minuteMs))
  );
}

describe('varieties', () => {
  passage('varieties', async (check) => {
    if (!hasRoom(check)) {
      return;
    }
    const { session } = check;
    const { selected, effort } = session.options;
    let undecided = 0;
    for (const variety of varieties.filter((each) => selected.includes(requirementOf(each)))) {
      if (session.limitsBadKeys && (variety.kind === 'credential' || variety.kind === 'keyless')) {
        continue;
      }
      const isSpent = effort === 'normal' && session.target.requestsSent >= mostRequests;
      if (isSpent || undecided === mostUndecided) {
        return;
      }
      try {
        await attempt(check, variety);
      } catch (error) {
        if (!(error instanceof Inconclusive || error instanceof Skipped)) {
          throw error;
        }
        undecided += 1;
      }
    }
  });
});
