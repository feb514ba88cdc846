import type { QuotaFinding, QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import type { Phase } from '../../../src/quota/quota-wire.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { madeUpEntry } from '../made-up-entry.ts';

/** Says nothing of any requirement. */
export const nothing: QuotaJudgement = {
  findings: [],
  supported: [],
  undecided: [],
  observations: [],
  explainedBy: ['fixed window aligned to the clock'],
  overlapAtLimit: 60,
  clock: null,
};
export const noJudge: Judge = () => nothing;

export function finding(requirement: string, restsOnTiming: boolean): QuotaFinding {
  const texts = { message: 'It did so', expected: 'this', actual: 'that' };
  return { requirement, kind: 'some-kind', ...texts, entry: madeUpEntry(), related: [], restsOnTiming };
}

/** The phases of one key in the order in which they began, each once. */
export function phaseOrder(timeline: Timeline, key = 1): Phase[] {
  const ofKey = timeline.filter((entry) => entry.key === key).map((entry) => entry.phase);
  return ofKey.filter((phase, index) => phase !== ofKey[index - 1]);
}

/** The requests of a phase. */
export function requestsOf(timeline: Timeline, wanted: Phase): Timeline {
  return timeline.filter(({ phase }) => phase === wanted);
}

/** How many requests of a phase were answered with a status. */
export function count(timeline: Timeline, phase: Phase, status: number): number {
  return requestsOf(timeline, phase).filter((entry) => entry.status === status).length;
}
