import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';
import { epochMs } from './trace.ts';

export const honest = 'quota/reset-honest';
export const timestamp = 'rate/reset-is-timestamp';
export const exceeded = 'quota/never-exceeded';
export const retry = 'quota/retry-after-honest';

type Given = Parameters<typeof caseOf>[1] & { readonly violated?: string; readonly violatedBy?: number };

/** What the judgement of `Reset` says, beside findings that it was given of another judge. */
export function said(answers: readonly Answer[], { violated = '', violatedBy = 0, ...given }: Given = {}) {
  const judged = caseOf(answers, given);
  if (violated !== '') {
    const texts = { message: '', expected: '', actual: '' };
    const finding = { requirement: violated, kind: 'of another judge', entry: violatedBy, related: [] };
    judged.notes.flag({ ...texts, ...finding, restsOnTiming: false });
  }
  judgeReset(judged);
  const { findings, ...rest } = saidOf(judged);
  return { ...rest, findings: findings.filter(([name]) => !String(name).endsWith('of another judge')) };
}

/** A `Reset` at a moment of the timeline. */
export const at = (endMs: number) => ({ reset: (epochMs + endMs) / 1000 });
export const refused = { status: 429, remaining: 0 } as const;
export const alone = {
  [honest]:
    'no single request was sent right after the time of an X-RateLimit-Reset: run again; if the responses announce the daily limit, pass a key with more of it left',
};
export const none = { findings: [], supported: {}, undecided: alone };
