import type { filtersHoldEverything } from '../../../suites/steps/filter-complete.ts';
import {
  createEach,
  kindsOf,
  type Pet,
  reasonOf,
  type StoreSession,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

export const id = 'list/filter-complete';
export const statuses = ['available', 'pending', 'sold'] as const;

interface Outcome {
  readonly reason: string;
  readonly kinds: readonly string[];
  readonly asked: readonly string[];
  readonly session: StoreSession;
}

/** What comes of filters in a store where the run has created an animal of each status, or of the first ones. */
export async function judged(
  work: typeof filtersHoldEverything,
  twist?: Twist,
  own = 3,
  consistencyGraceMs = 500,
): Promise<Outcome> {
  const session = await storeSession(twist, { consistencyGraceMs });
  const check = session.check(id);
  await createEach(check, ...statuses.slice(0, own));
  const reason = await reasonOf(work(check));
  return { reason, kinds: kindsOf(session), asked: session.asked().slice(own), session };
}

/** The list filtered by a status, with a limit or without, holds what is left of it. */
export const filtered =
  (status: string, left: (pets: readonly Pet[]) => readonly Pet[]): Twist =>
  ({ target }, { pets }) =>
    target.startsWith('/pets?') && target.includes(`status=${status}`)
      ? success(left(pets.filter((pet) => pet.status === status)))
      : undefined;
