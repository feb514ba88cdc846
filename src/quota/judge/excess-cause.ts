import type { Operation } from '../../exchange/exchange.ts';
import type { Phase } from '../timeline.ts';
import type { Case } from './case.ts';
import { countersBy } from './counters.ts';
import { overlapAtLimit } from './overlap.ts';
import { allDecisions, isExplained } from './permitted-limiters.ts';

/** What is not shared, or not kept in step. */
export interface ExcessCause {
  readonly requirement: 'quota/never-exceeded' | 'quota/limit-enforced' | 'quota/shared-across-operations';
  readonly kind: string;
  /** To be added to a sentence; empty where it can't be told. */
  readonly text: string;
}

/** Ways to deal the operations out to counters, and how they read. */
const dealings: readonly { readonly of: Readonly<Record<Operation, number>>; readonly text: string }[] = [
  { of: { listPets: 0, getPet: 0, createPet: 1 }, text: 'creations are not counted with the others' },
  { of: { listPets: 0, getPet: 1, createPet: 0 }, text: 'GET /pets/{petId} is not counted with the others' },
  { of: { listPets: 0, getPet: 1, createPet: 1 }, text: 'lists are not counted with the others' },
  { of: { listPets: 0, getPet: 1, createPet: 2 }, text: 'each operation has a count of its own' },
];

/** Names what all decisions are explained by that no permitted limiter explains. */
export function excessCause(judged: Case): ExcessCause {
  const { timeline, plan, allowance, keys } = judged;
  for (const { of, text } of holds(judged, 'one-operation') === true ? dealings : []) {
    const counters = countersBy(timeline, keys, plan, (index) => of[timeline.operation(index)]);
    if (counters.length > keys.length && isExplained(counters, allowance, allDecisions)) {
      return {
        requirement: 'quota/shared-across-operations',
        kind: 'counter-per-operation',
        text: `: ${text}`,
      };
    }
  }
  const byConnection = countersBy(timeline, keys, plan, timeline.connection);
  if (
    byConnection.some(({ ledger }) => ledger.refusals.entries.length > 0) &&
    isExplained(byConnection, allowance, allDecisions)
  ) {
    return exceeded('counter-per-connection', ': each connection has a count of its own');
  }
  if (
    holds(judged, 'one-connection') === true &&
    excess(judged) <= overlapAtLimit(judged) + plan.connections
  ) {
    return exceeded(
      'race',
      '; one request after the other the limit holds, so that those that come at once seem to be checked before the others are counted',
    );
  }
  return exceeded('excess', '');
}

function exceeded(kind: string, text: string): ExcessCause {
  return { requirement: 'quota/never-exceeded', kind, text };
}

/** Whether the limit was kept in a variation, refill allowed for; `null` where it was not reached from a full quota. */
function holds({ keys, timeline, allowance }: Case, phase: Phase): boolean | null {
  let admitted = 0;
  let refused = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { ledger } of keys) {
    for (const index of ledger.entries) {
      if (timeline.phase(index) === phase) {
        const status = timeline.status(index);
        admitted += status >= 200 && status < 300 ? 1 : 0;
        refused += status === 429 ? 1 : 0;
        firstMs = Math.min(firstMs, timeline.sentAtMs(index));
        lastMs = Math.max(lastMs, timeline.answeredAtMs(index));
      }
    }
  }
  const { limit, windowMs, tickMs } = allowance;
  if (admitted > limit + 1 + (limit / windowMs) * (lastMs - firstMs + tickMs)) {
    return false;
  }
  return refused === 0 || admitted < limit / 2 ? null : true;
}

/** By how much the fullest burst exceeds the limit. */
function excess({ keys, timeline, plan }: Case): number {
  let most = 0;
  for (const { ledger } of keys) {
    const inBurst = ledger.admittedEntries.reduce(
      (count, index) => count + (timeline.phase(index) === 'burst' ? 1 : 0),
      0,
    );
    most = Math.max(most, inBurst - plan.perMinute);
  }
  return most;
}
