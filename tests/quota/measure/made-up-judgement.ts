import type { QuotaFinding, QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';

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
  return { requirement, kind: 'some-kind', ...texts, entry: 0, related: [], restsOnTiming };
}
