import { type PetReading, readPets } from '../history/pet.ts';
import type { ListQuery } from '../target/api-request.ts';
import type { Answer } from './answer.ts';
import type { Check } from './check.ts';
import type { Session } from './session.ts';

/** A list as it was answered, read as animals. */
export interface Listed {
  readonly answer: Answer;
  readonly pets: readonly PetReading[];
  /** Whether it is known not to be cut: shorter than its limit and than a list that this service has returned. */
  readonly complete: boolean;
  /** Whether nothing speaks for it to be cut, which is enough to call a requirement kept. */
  readonly looksComplete: boolean;
}

const latestLists = new WeakMap<Session, Map<string, Listed>>();
const latestWithoutLimits = new WeakMap<Session, Map<string, Listed>>();

/** The newest of the lists of a run that were filtered by a status, or not filtered at all. */
export function latestList({ session }: Check, status?: string): Listed | undefined {
  return latestLists.get(session)?.get(status ?? '');
}

/** The newest of those that were filtered by a status and asked for without a limit. */
export function latestWithoutLimit({ session }: Check, status: string): Listed | undefined {
  return latestWithoutLimits.get(session)?.get(status);
}

/** Asks for a list and reads it, or resolves with `null` where the answer is no list (that is judged elsewhere). */
export async function listed(check: Check, query: ListQuery): Promise<Listed | null> {
  const answer = await check.list(query);
  const pets = answer.status === 200 ? readPets(answer.json) : null;
  if (pets === null) {
    return null;
  }
  const limit = query.limit === undefined ? 20 : Number(query.limit);
  const length = Array.isArray(answer.json) ? answer.json.length : pets.length;
  const { history } = check.session;
  const list = {
    answer,
    pets,
    complete: history.isComplete(length, limit),
    looksComplete: history.looksComplete(length, limit),
  };
  for (const lists of query.limit === undefined ? [latestLists, latestWithoutLimits] : [latestLists]) {
    const latest = lists.get(check.session) ?? new Map<string, Listed>();
    lists.set(check.session, latest.set(query.status ?? '', list));
  }
  return list;
}

/** Why nothing can be told where a list is needed, and none comes: the row that is to blame may be either. */
export const noArray = 'a list is not answered with an array: see list/returns-pets and list/limit-accepted';

/** How many animals a list shows, or `null` where the answer is none. */
export function lengthOf({ status, json }: Answer): number | null {
  return status === 200 && Array.isArray(json) ? json.length : null;
}

/** The same in words. */
export function howLong(answer: Answer): string {
  const length = lengthOf(answer);
  return length === null ? `${answer.status}` : `200 with ${length} animals`;
}

const firstPauseMs = 60;

/**
 * Asks for a list again and again, with growing pauses, until it is as wanted or the time is over in which a
 * new animal may stay out of it. Resolves with the last list.
 */
export async function listedUntil(
  check: Check,
  query: ListQuery,
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
      return list;
    }
    const ms = Math.min(pauseMs, consistencyGraceMs - waitedMs);
    await check.session.pause(ms);
    waitedMs += ms;
  }
}
