import { announcesMore } from '../animals/announced-rest.ts';
import type { PetReading } from '../animals/pet.ts';
import type { ListParameters } from '../target/api-request.ts';
import type { Answer } from './answer.ts';
import type { Check } from './check.ts';
import { perRun } from './session.ts';

export interface Listed {
  readonly answer: Answer;
  readonly pets: readonly PetReading[];
  /** Whether an element has no int64 id and may be any animal: then the list counts as possibly cut. */
  readonly unreadable: boolean;
  readonly query: ListParameters;
  /** Whether its header fields announce further animals. */
  readonly announcesMore: boolean;
  /** Whether it is certainly not cut at a number of animals: shorter than its limit and than another such list. */
  readonly complete: boolean;
  /** Whether nothing indicates that it is cut, which suffices to pass a requirement, and not to fail one. */
  readonly looksComplete: boolean;
}

/** The latest lists of a run by `status` of the query. */
const latest = perRun(() => new Map<string, Listed>());

/** The latest list of the run with this status filter, or without a filter. */
export function latestList(check: Check, status = ''): Listed | undefined {
  return latest(check).get(status);
}

/** Requests a list. Returns `null` for a response that is not a list, which other checks judge. */
export async function listed(check: Check, query: ListParameters): Promise<Listed | null> {
  const answer = await check.list(query);
  const { pets } = answer;
  if (pets === null) {
    return null;
  }
  const limit = limitOf(query);
  const length = Array.isArray(answer.json) ? answer.json.length : pets.length;
  const { history } = check.session;
  const unreadable = pets.length < length;
  const announced = announcesMore(answer.headers, length);
  const looksComplete =
    !(unreadable || announced) && history.listSizes.looksComplete(length, limit, history.distinctAnimals);
  const kind = query.status === undefined ? 'whole' : 'filtered';
  const complete = !(unreadable || announced) && history.listSizes.isComplete(length, limit, kind);
  const list = { answer, pets, unreadable, announcesMore: announced, query, looksComplete, complete };
  latest(check).set(query.status ?? '', list);
  return list;
}

function limitOf({ limit = 20 }: ListParameters): number {
  return Number(limit);
}

/** The reason of an inconclusive check that needs a list. Either requirement may be the violated one. */
export const noArray = 'GET /pets did not return an array: see list/returns-pets and list/limit-accepted';

/** The reason of an inconclusive check that misses an animal in a list with unreadable ones. */
export const unreadableAnimals = 'a list has an animal without an int64 id: see responses/schema';

/** The number of animals in a list, or `null` if the response is not a list. */
export function lengthOf({ status, json }: Answer): number | null {
  return status === 200 && Array.isArray(json) ? json.length : null;
}

/** The length of a list as text, or the status of a response that is not a list. */
export function lengthText(answer: Answer): string {
  const length = lengthOf(answer);
  return length === null ? `${answer.status}` : `200 with ${length} animals`;
}

const firstPauseMs = 60;

/**
 * Requests a list repeatedly, with growing pauses, until it meets the condition or the time is over in which a new animal
 * may be missing. A list that is as long as its limit, or any list after another one failed, most likely does not change:
 * it is requested only once more, at the end. Resolves with the last list.
 */
export async function listedUntil(
  check: Check,
  query: ListParameters,
  wanted: (list: Listed) => boolean,
): Promise<Listed | null> {
  const { consistencyGraceMs } = check.session.options;
  let waitedMs = 0;
  for (let pauseMs = Math.max(firstPauseMs, check.session.listLagMs); ; pauseMs *= 3) {
    const list = await listed(check, query);
    if (list !== null && wanted(list)) {
      check.session.listLagMs = Math.max(check.session.listLagMs, waitedMs);
      return list;
    }
    if (list === null || waitedMs >= consistencyGraceMs) {
      check.session.waitedInVain ||= list !== null;
      return list;
    }
    const leftMs = consistencyGraceMs - waitedMs;
    const isHopeful = list.pets.length < limitOf(query) && !check.session.waitedInVain;
    const ms = isHopeful ? Math.min(pauseMs, leftMs) : leftMs;
    await check.session.pause(ms);
    waitedMs += ms;
  }
}
