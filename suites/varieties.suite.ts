import { describe } from 'vitest';
import { noCredential } from '../src/arbitraries/credentials.ts';
import { escapedBeyondAscii, newPet, newPetText } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import { ampleLimit, isAmple, mostRequests, quickMs } from '../src/runner/ample-allowance.ts';
import type { Check } from '../src/runner/check.ts';
import { Inconclusive, Skipped } from '../src/runner/outcome.ts';
import { passage } from '../src/runner/passage-test.ts';
import { getPet, listPetsByQuery, withCredential } from '../src/target/api-request.ts';
import type { SentVarieties } from '../src/verdict/run-event.ts';
import { judgeBothParameters } from './shared/both-parameters.ts';
import { newSuspectsByListAndId } from './shared/list-and-id.ts';
import { judgeMalformedId } from './shared/malformed-id.ts';
import { refusesBody } from './shared/refusals.ts';
import { control, refuses } from './shared/refused-operation.ts';
import { varieties } from './shared/varieties/varieties.ts';
import type { KeylessRequest, OddList, OddName, Together, Variety } from './shared/varieties/variety.ts';
import { filterComesBeforeLimit } from './shared/whole-and-filters.ts';

/** Animals that a run of effort `normal` adds in all. */
const mostAnimals = 128;
/** Failures of transport, or operations that may not be sent, after which the rest is left out. */
const mostUndecided = 12;
/** So many cases, most of which bring an error, are sent between two requests that are to be served. */
const betweenLooks = 24;

/** A name that is the whole of a text has no tag: its animal is recognised by the id that it got. */
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

/** Whoever refuses what the document describes, or filters behind the limit, is reported; the watches judge what comes. */
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
  // Those of the run in the order in which it asked for them: the order of the responses differs from run to run.
  const { created, seen } = session.history;
  const ids = [...new Set([...created, ...seen].map(({ id }) => id))];
  const exchanges = await Promise.all(
    requests(ids, session.key).map((request) => session.target.send(request, requirement, { fresh: true })),
  );
  if (exchanges.some(({ response }) => response === null)) {
    throw new Inconclusive('not every one of the requests that were sent at once was answered');
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
      return isListed(check.as(variety.requirement), variety);
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
    case 'name':
      return 'create/text-exact';
    case 'id':
      return 'get/malformed-id';
    case 'keyless':
      return 'auth/missing-key';
  }
}

/** Why the run has no room for cases beyond those that every key allows; `null` where it has. */
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

const notAmple = `they need a key of ${ampleLimit} requests a minute and responses within ${quickMs} ms`;

/** Why nothing more is sent, after so many cases that could not be decided. */
function whyNoMore({ session }: Check, undecided: number): string | null {
  if (session.options.effort === 'normal' && session.target.requestsSent >= mostRequests) {
    return `the run had sent ${mostRequests} requests`;
  }
  return undecided >= mostUndecided ? `${mostUndecided} of them could not be decided` : null;
}

/** Whether it is left out, so that this address is not banned. */
function isUnwelcome({ session }: Check, { kind }: Variety): boolean {
  return session.limitsBadKeys && (kind === 'credential' || kind === 'keyless');
}

/** @returns whether it could be decided */
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

/** Sends them as long as there is room. */
/** What an error leaves behind on its connection, or in the service, shows in the next response. */
async function looksBehind(check: Check, turn: number): Promise<void> {
  const own = check.session.history.created.find(({ tainted }) => !tainted);
  const { key, target } = check.session;
  const request = turn % 2 === 0 && own !== undefined ? getPet(own.id, key) : listPetsByQuery('limit=3', key);
  await target.send(request, 'list/returns-pets');
}

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
  reason ??= 'the service limits requests with bad keys';
  return { sent, leftOut, reason: leftOut === 0 ? null : reason };
}

/** All odd names in one list, since most were created when those of this run had come. */
async function judgeListedNames(check: Check, known: ReadonlySet<bigint>): Promise<void> {
  const { selected } = check.session.options;
  if (selected.includes('list/agrees-with-get') && selected.includes('create/text-exact')) {
    const agreeing = check.as('list/agrees-with-get');
    await agreeing.list({ limit: 100, status: 'sold' });
    await newSuspectsByListAndId(agreeing, known);
  }
}

describe('varieties', () => {
  passage('varieties', async (check) => {
    const known = new Set(check.session.history.suspects.keys());
    const sent = await sendVarieties(check);
    check.session.record({ type: 'varieties', ...sent });
    if (sent.sent > 0) {
      await judgeListedNames(check, known);
    }
  });
});
