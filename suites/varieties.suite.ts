import { ampleLimit, isAmple, quickMs } from '../src/runner/ample-allowance.ts';
import type { Check } from '../src/runner/check.ts';
import { listed } from '../src/runner/listed.ts';
import { Inconclusive, Skipped } from '../src/runner/outcome.ts';
import type { Suite } from '../src/runner/suite.ts';
import { getPet, listPetsByQuery } from '../src/target/api-request.ts';
import type { SentVarieties } from '../src/verdict/run-event.ts';
import { farIdVarieties } from './client-ids.suite.ts';
import { rarestStatus } from './fresh-animals.suite.ts';
import { malformedIds, refusesId } from './get.suite.ts';
import { planOf } from './plan.ts';
import { invalidCreations, refusesCreation } from './refusals.suite.ts';
import { type RequirementId, refusedCreations } from './requirements.ts';
import { asksForList, listsOf, plainListOf } from './shared/documented-lists.ts';
import { newSuspectsByListAndId } from './shared/list-and-id.ts';
import { amidOthersVarieties } from './shared/varieties/amid-others.ts';
import { credentialVarieties } from './shared/varieties/credentials.ts';
import { encodingVarieties } from './shared/varieties/encodings.ts';
import { listsAsVarieties, readingVarieties } from './shared/varieties/forms.ts';
import { keylessVarieties } from './shared/varieties/keyless.ts';
import { listVarieties } from './shared/varieties/lists.ts';
import { nameVarieties } from './shared/varieties/names.ts';
import { togetherVarieties } from './shared/varieties/together.ts';
import { family, interleaved, type Variety } from './shared/varieties/variety.ts';

/** The number of transport failures and skipped operations after which the run skips the other cases. */
const mostUndecided = 12;
/** Cases, most of which return an error, between two valid requests. */
const betweenLooks = 24;

export const varieties: Suite = {
  varieties: async (check) => {
    const known = new Set(check.history.suspects.keys());
    const sent = await sendVarieties(check);
    check.session.record({ type: 'varieties', ...sent });
    if (sent.sent > 0) {
      await judgeListedNames(check, known);
    }
  },
};

/** Sends the cases until the run may send no more. */
async function sendVarieties(check: Check): Promise<SentVarieties> {
  const chosen = varietiesFor(check).filter(({ requirement }) => check.isSelected(requirement));
  let sent = 0;
  let undecided = 0;
  const { ampleRequests } = planOf(check.requirement, check.options);
  let reason = whyNoRoom(check, ampleRequests);
  for (const variety of chosen) {
    reason ??= whyNoMore(check, ampleRequests, undecided);
    if (reason !== null) {
      break;
    }
    // Further refused keys could get this address banned.
    if (!(check.session.limitsBadKeys && variety.isKeyless)) {
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

/** Why the run may send no further cases, or `null` if it may. */
function whyNoRoom({ options, session }: Check, ampleRequests: number): string | null {
  const { lastServed, quickestMs } = session;
  const isAllowed =
    ampleRequests === Number.POSITIVE_INFINITY ||
    (lastServed !== null && isAmple(lastServed, quickestMs, options.minuteMs));
  return isAllowed
    ? null
    : `they need a key of ${ampleLimit} requests per minute and responses within ${quickMs} ms`;
}

/** Why the run stops sending further cases, or `null` if it continues. */
function whyNoMore({ session }: Check, ampleRequests: number, undecided: number): string | null {
  if (session.target.requestsSent >= ampleRequests) {
    return `the run had sent ${ampleRequests} requests`;
  }
  return undecided >= mostUndecided ? `${mostUndecided} of them could not be decided` : null;
}

/** @returns whether the case could be decided */
async function isDecided(check: Check, { requirement, send }: Variety): Promise<boolean> {
  try {
    await send(check.as(requirement));
    return true;
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skipped) {
      return false;
    }
    throw error;
  }
}

/** Sends a valid request after errors: its response shows state that they left on a connection or in the service. */
async function looksBehind({ own, session }: Check, turn: number): Promise<void> {
  const { key, target } = session;
  const [oldest] = own;
  const isReading = turn % 2 === 0 && oldest !== undefined;
  await target.send(
    isReading ? getPet(oldest.id, key) : listPetsByQuery('limit=3', key),
    'list/returns-pets',
  );
}

/** Lists the unusual names once more: most were created after the other lists. */
async function judgeListedNames(check: Check, known: ReadonlySet<bigint>): Promise<void> {
  if (check.isSelected('list/agrees-with-get') && check.isSelected('create/text-exact')) {
    const agreeing = check.as('list/agrees-with-get');
    await agreeing.list({ limit: 100, status: 'sold' });
    await newSuspectsByListAndId(agreeing, known);
  }
}

/**
 * The cases that the plan leaves out of the checks, and those that no check sends, with the families evenly
 * interleaved: a run that stops early has sent the same share of each. One that sends each value once has combined most
 * of the names, and has no pairs.
 */
export function varietiesFor(check: Check): readonly Variety[] {
  const { strength } = check.plan;
  const leftOut = <Case>(id: RequirementId, cases: readonly Case[]) => cases.slice(check.as(id).plan.cases);
  return interleaved<Variety>([
    credentialVarieties,
    keylessVarieties,
    family('get/malformed-id', leftOut('get/malformed-id', malformedIds), refusesId),
    ...refusedCreations.map((id) => family(id, leftOut(id, invalidCreations[id].faults), refusesCreation)),
    listVarieties,
    encodingVarieties,
    listsAsVarieties([
      ...leftOut('list/limit-with-status', listsOf('list/limit-with-status', strength)),
      ...leftOut('list/limit-accepted', listsOf('list/limit-accepted', strength)),
      ...listsOf('list/status-accepted', strength),
      ...listsOf('list/returns-pets', strength),
    ]),
    ...(strength === 1
      ? []
      : [
          nameVarieties,
          farIdVarieties,
          createdThenListed,
          readingVarieties(strength),
          togetherVarieties,
          amidOthersVarieties,
        ]),
  ]);
}

const createdThenListed: readonly Variety[] = [
  { requirement: 'get/returns-created', send: isFoundOnceCreated },
  { requirement: 'list/limit-with-status', send: fillsOnePage },
];

/**
 * Requests the next id before and after the creation of its animal, to detect a cached 404. The watches judge the
 * responses. Stops if the ids are not consecutive, or if another client takes the id.
 */
async function isFoundOnceCreated(check: Check): Promise<void> {
  const [before, newest] = check.history.created.slice(-2);
  const next = before !== undefined && newest?.id === before.id + 1n ? newest.id + 1n : null;
  if (next === null || (await check.get(next)).status !== 404) {
    return;
  }
  const { pet } = await check.createPlain('sold');
  if (pet?.id === next) {
    await check.get(next);
  }
}

/** Lists a status with a limit equal to the number of its animals: a full page without a next one. */
async function fillsOnePage(check: Check): Promise<void> {
  const status = rarestStatus(check);
  const whole = await listed(check, { limit: 100, status });
  const count = whole?.pets.length ?? 0;
  if (count > 0 && count < 100) {
    await asksForList(check, plainListOf({ limit: count, status, isLimitFirst: false }));
  }
}
