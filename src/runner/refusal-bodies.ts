import type { QuotaJudgement } from '../quota/judgement.ts';
import type { Timeline } from '../quota/timeline.ts';

const requirement = 'quota/body';

/**
 * Adds to a judgement what the bodies of 429s were, which no timeline holds.
 *
 * @param bodies kinds of bodies, each with the number of an exchange
 */
export function withRefusalBodies(
  judgement: QuotaJudgement,
  bodies: ReadonlyMap<string, number>,
  timeline: Timeline,
): QuotaJudgement {
  const observed = [...bodies].map(([text, exchange]) => ({
    requirement,
    text,
    entries: entriesOf(exchange, timeline),
  }));
  return {
    ...judgement,
    observations: [...judgement.observations, ...observed],
    undecided:
      observed.length > 0
        ? judgement.undecided
        : [...judgement.undecided, { requirement, reason: 'no 429 was received' }],
  };
}

function entriesOf(exchange: number, timeline: Timeline): number[] {
  for (let entry = 0; entry < timeline.length; entry += 1) {
    if (timeline.exchange(entry) === exchange) {
      return [entry];
    }
  }
  return [];
}
