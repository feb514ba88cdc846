import type { Phase } from '../timeline.ts';
import type { Case } from './case.ts';
import { isServed } from './classify.ts';

/** What is not shared, as far as the variations after an excess tell. */
export interface ExcessCause {
  readonly kind: string;
  /** To be added to a sentence; empty where it can't be told. */
  readonly text: string;
}

/** Names what is not shared: the dimension without which the limit holds. */
export function excessCause(judged: Case): ExcessCause {
  const oneOperation = holds(judged, 'one-operation');
  const oneConnection = holds(judged, 'one-connection');
  const oneOfEach = holds(judged, 'one-of-each');
  if (oneOperation === true && oneConnection !== true) {
    return {
      kind: 'counter-per-operation',
      text: '; by one operation alone it holds: each operation seems to have a count of its own',
    };
  }
  if (oneConnection === true && oneOperation === false) {
    return raced(judged)
      ? {
          kind: 'race',
          text: '; one after the other it holds: requests that come at once seem to be checked before the others are counted',
        }
      : {
          kind: 'counter-per-connection',
          text: '; over one connection it holds: connections, or the processes behind them, seem to have counts of their own',
        };
  }
  if (oneOfEach === false && oneConnection === false && oneOperation === false) {
    return { kind: 'excess', text: ', over one connection and by one operation too' };
  }
  return { kind: 'excess', text: '' };
}

/** Whether the limit held in a variation: it was reached and not exceeded. `null` where it was not made. */
function holds({ keys, timeline, plan }: Case, phase: Phase): boolean | null {
  let served = 0;
  let refused = 0;
  for (const { trace } of keys) {
    for (const index of trace.ledger.entries) {
      if (timeline.phase(index) === phase) {
        served += isServed(timeline, index) ? 1 : 0;
        refused += timeline.status(index) === 429 ? 1 : 0;
      }
    }
  }
  if (served + refused === 0) {
    return null;
  }
  return refused > 0 && served <= plan.perMinute + Math.max(1, plan.perMinute * 0.02);
}

/** An excess that is no more than what was under way at once is that of a race. */
function raced({ keys, timeline, plan }: Case): boolean {
  const bursts = keys.map(({ trace }) => {
    const entries = Array.from(trace.ledger.entries).filter((index) => timeline.phase(index) === 'burst');
    const served = entries.filter((index) => isServed(timeline, index)).length;
    const refused = entries.some((index) => timeline.status(index) === 429);
    return refused ? served - plan.perMinute : Number.POSITIVE_INFINITY;
  });
  return bursts.every((excess) => excess <= plan.connections);
}
