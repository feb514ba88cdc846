import { describe } from 'vitest';
import { noCredential } from '../src/arbitraries/credentials.ts';
import { escapedBeyondAscii, newPet, newPetText } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import { ampleLimit, isAmple, mostRequests, quickMs } from '../src/runner/ample-allowance.ts';
import type { Check } from '../src/runner/check.ts';
import { Inconclusive, Skipped } from '../src/runner/outcome.ts';
import { scenario } from '../src/runner/scenario-test.ts';
import { getPet, listPetsByQuery, withCredential } from '../src/target/api-request.ts';
import type { SentVarieties } from '../src/verdict/run-event.ts';
import { judgeBothParameters } from './shared/both-parameters.ts';
import { isFoundOnceCreated } from './shared/early-id.ts';
import { fillsOnePage } from './shared/full-page.ts';
import { newSuspectsByListAndId } from './shared/list-and-id.ts';
import { judgeMalformedId } from './shared/malformed-id.ts';
import { refusesBody } from './shared/refusals.ts';
import { control, refuses } from './shared/refused-operation.ts';
import { varieties } from './shared/varieties/varieties.ts';
import type { KeylessRequest, OddList, OddName, Together, Variety } from './shared/varieties/variety.ts';
import { filterComesBeforeLimit } from './shared/whole-and-filters.ts';

/** The most animals that a run of effort `normal` creates. */
const mostAnimals = 128;
/** The number of transport failures and skipped operations after which the run skips the other cases. */
const mostUndecided = 12;
/** Cases, most of which return an error, between two valid requests. */
const betweenLooks = 24;

/** A name without a tag can't identify its animal in lists, so the check gets the animal by its id. */
async function isStoredUndamaged(check: Check, { name, status, isEscaped = false }: OddName): Promise<void> {
  if (check.session.options.effort !== 'thorough' && check.session.history.created.length >= mostAnimals) {
    return;
  }
  const text = newPetText(newPet(name(check.session.tags.next()), check.category(), status));
  const answer = await check.create(isEscaped ? escapedBeyondAscii(text) : text);
  const pet = answer.status === 201 ? readPet(answer.json) : null;
  if (pet !== null) {
    await check.get(pet.id);
  }
}

/** Reports a list of animals without a key, whatever the path and header fields. */
async function isNoWayIn(check: Check, { path, headers, description }: KeylessRequest): Promise<void> {
  const related = [await control(check, 'listPets')];
  const answer = await check.send(withCredential('GET', path, headers, null, noCredential));
  // Other paths are undocumented: a redirect, a web page or an empty response there discloses nothing.
  if (answer.status < 300 && Array.isArray(answer.json)) {
    check.deviation(answer, {
      kind: `listPets-status-${answer.status}`,
      message: `GET ${path} without a key, ${description}, returned ${answer.status}`,
      expected: '401 with an Error body, or no such path',
      related,
    });
  }
}

/** Reports a service that refuses a documented list or applies the limit before the filter. The watches judge the rest. */
async function isListed(check: Check, { requirement, query, isFresh = false }: OddList): Promise<void> {
  const { session } = check;
  if (isFresh) {
    await session.target.send(listPetsByQuery(query, session.key), requirement, { fresh: true });
    return;
  }
  const answer = await check.listByQuery(query);
  if (requirement === 'list/limit-with-status') {
    await judgeBothParameters(check, query, answer);
    if (session.options.selected.includes('list/filter-complete')) {
      await filterComesBeforeLimit(check.as('list/filter-complete'), query, answer);
    }
  }
}

async function isServedTogether({ session, requirement }: Check, { requests }: Together): Promise<void> {
  // In the order of the run's own requests, since the order of the responses differs between runs.
  const { created, seen } = session.history;
  const ids = [...new Set([...created, ...seen].map(({ id }) => id))];
  const exchanges = await Promise.all(
    requests(ids, session.key).map((request) => session.target.send(request, requirement, { fresh: true })),
  );
  if (exchanges.some(({ response }) => response === null)) {
    throw new Inconclusive('some of the concurrent requests got no response');
  }
}

/** Sends one case and judges the response by its kind. The watches judge the rest. */
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
      return isListed(check.as(variety.requirement), variety);
    case 'encoding': {
      const request = variety.request(key, () => check.plainPet(check.refusedStatus));
      await check.session.target.send(request, requirementOf(variety));
      return;
    }
    case 'full-page':
      return fillsOnePage(check.as('list/limit-with-status'));
    case 'early-id':
      return isFoundOnceCreated(check.as('get/returns-created'));
    case 'together':
      return isServedTogether(check.as(variety.requirement), variety);
  }
}

function requirementOf(variety: Variety): string {
  switch (variety.kind) {
    case 'credential':
    case 'body':
    case 'list':
    case 'together':
      return variety.requirement;
    case 'encoding':
      return 'errors/no-server-error';
    case 'full-page':
      return 'list/limit-with-status';
    case 'early-id':
      return 'get/returns-created';
    case 'name':
      return 'create/text-exact';
    case 'id':
      return 'get/malformed-id';
    case 'keyless':
      return 'auth/missing-key';
  }
}

/** Why the run may send no further cases, or `null` if it may. */
function whyNoRoom({ session }: Check): string | null {
  const { effort, minuteMs } = session.options;
  const { lastServed, quickestMs } = session;
  if (effort === 'smoke') {
    return 'the effort is smoke';
  }
  const isAllowed =
    effort === 'thorough' || (lastServed !== null && isAmple(lastServed, quickestMs, minuteMs));
  return isAllowed ? null : notAmple;
}

const notAmple = `they need a key of ${ampleLimit} requests per minute and responses within ${quickMs} ms`;

/** Why the run stops sending further cases, or `null` if it continues. */
function whyNoMore({ session }: Check, undecided: number): string | null {
  if (session.options.effort === 'normal' && session.target.requestsSent >= mostRequests) {
    return `the run had sent ${mostRequests} requests`;
  }
  return undecided >= mostUndecided ? `${mostUndecided} of them could not be decided` : null;
}

/** Whether to skip a case, because it could get this address banned. */
function isUnwelcome({ session }: Check, { kind }: Variety): boolean {
  return session.limitsBadKeys && (kind === 'credential' || kind === 'keyless');
}

/** @returns whether the case could be decided */
async function isDecided(check: Check, variety: Variety): Promise<boolean> {
  try {
    await attempt(check, variety);
    return true;
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skipped) {
      return false;
    }
    throw error;
  }
}

/** Sends a valid request after errors: its response shows state that they left on a connection or in the service. */
async function looksBehind(check: Check, turn: number): Promise<void> {
  const own = check.session.history.created.find(({ tainted }) => !tainted);
  const { key, target } = check.session;
  const request = turn % 2 === 0 && own !== undefined ? getPet(own.id, key) : listPetsByQuery('limit=3', key);
  await target.send(request, 'list/returns-pets');
}

/** Sends the cases until the run may send no more. */
async function sendVarieties(check: Check): Promise<SentVarieties> {
  const { selected } = check.session.options;
  const chosen = varieties.filter((variety) => selected.includes(requirementOf(variety)));
  let sent = 0;
  let undecided = 0;
  let reason = whyNoRoom(check);
  for (const variety of chosen) {
    reason ??= whyNoMore(check, undecided);
    if (reason !== null) {
      break;
    }
    if (!isUnwelcome(check, variety)) {
      sent += 1;
      undecided += (await isDecided(check, variety)) ? 0 : 1;
      if (sent % betweenLooks === 0) {
        await looksBehind(check, sent / betweenLooks);
      }
    }
  }
  const leftOut = chosen.length - sent;
  reason ??= 'the service returned 429 to a request without a valid key';
  return { sent, leftOut, reason: leftOut === 0 ? null : reason };
}

/** Lists the unusual names once more: most were created after the other lists. */
async function judgeListedNames(check: Check, known: ReadonlySet<bigint>): Promise<void> {
  const { selected } = check.session.options;
  if (selected.includes('list/agrees-with-get') && selected.includes('create/text-exact')) {
    const agreeing = check.as('list/agrees-with-get');
    await agreeing.list({ limit: 100, status: 'sold' });
    await newSuspectsByListAndId(agreeing, known);
  }
}

describe('varieties', () => {
  scenario('varieties', async (check) => {
    const known = new Set(check.session.history.suspects.keys());
    const sent = await sendVarieties(check);
    check.session.record({ type: 'varieties', ...sent });
    if (sent.sent > 0) {
      await judgeListedNames(check, known);
    }
  });
});
