import type { Check } from '../../../src/suite/check.ts';
import type { filtersHoldEverything } from '../../../suites/steps/filter-complete.ts';
import {
  createEach,
  failure,
  kindsOf,
  type Pet,
  reasonOf,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

export const id = 'list/filter-complete';
export const statuses = ['available', 'pending', 'sold'] as const;

interface Preparation {
  /** The statuses of the animals that the run creates first. */
  readonly own?: readonly (typeof statuses)[number][];
  readonly consistencyGraceMs?: number;
  /** What is done once they are created. */
  readonly prepare?: (check: Check) => Promise<unknown>;
}

/** What comes of filters in a store where the run has created animals; `asked` is without their creation. */
export async function judged(
  work: typeof filtersHoldEverything,
  twist?: Twist,
  { own = statuses, consistencyGraceMs = 500, prepare = async () => {} }: Preparation = {},
) {
  const session = await storeSession(twist, { consistencyGraceMs });
  const check = session.check(id);
  await createEach(check, ...own);
  await prepare(check);
  const reason = await reasonOf(work(check));
  const kinds = kindsOf(session);
  const asked = session.asked().slice(own.length);
  return { reason, kinds, missing: kinds.filter((kind) => kind.startsWith(id)), asked, session };
}

/** The list filtered by a status, with a limit or without, holds what is left of it; `time` counts from 1. */
export function filtered(
  status: string,
  left: (pets: readonly Pet[], time: number) => readonly Pet[] | 'failed',
): Twist {
  let time = 0;
  return ({ target }, { pets }) => {
    if (!target.startsWith('/pets?') || !target.includes(`status=${status}`)) {
      return undefined;
    }
    time += 1;
    const answer = left(
      pets.filter((pet) => pet.status === status),
      time,
    );
    return answer === 'failed' ? failure(500) : success(answer);
  };
}
