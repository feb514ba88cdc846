import type { Case, JudgedKey } from '../../../src/quota/judge/case.ts';
import { counterOf, minuteEntries } from '../../../src/quota/judge/key-ledger.ts';
import { allowanceOf, type LimiterModel } from '../../../src/quota/judge/limiter-model.ts';
import { Notes } from '../../../src/quota/judge/notes.ts';
import { tokenBucket } from '../../../src/quota/judge/token-bucket.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { epochMs, free } from './trace.ts';

/** What one request was answered; it takes 10 ms unless said otherwise. */
export type Answer = Partial<TimelineEntry> & { readonly sentAtMs: number };

/** A limiter that explains everything and gives nothing back. */
export const anyLimiter: LimiterModel = {
  ...tokenBucket,
  explains: () => true,
  mostRestored: () => 0,
  restsMs: ({ windowMs }) => windowMs,
};

/** What is known of a case; `violated`: a requirement that another judge found violated, `violatedBy`: by an entry. */
export type Given = Partial<Case> & {
  readonly users?: boolean | number;
  readonly violated?: string;
  readonly violatedBy?: number;
};

const ofAnother = 'of another judge';

/** What a judge finds in a case. */
export function judging(judge: (judged: Case) => void, usual: Given = {}) {
  return (answers: readonly Answer[], given: Given = {}): Case => {
    const { violated, violatedBy = 0, ...others } = { ...usual, ...given };
    const judged = caseOf(answers, others);
    if (violated !== undefined) {
      const texts = { message: '', expected: '', actual: '' };
      const entry = judged.timeline[violatedBy] ?? madeUpEntry();
      judged.notes.flag({ ...texts, requirement: violated, kind: ofAnother, entry });
    }
    judge(judged);
    return judged;
  };
}

/** What a judge says of a case, without what another one found. */
export function saying(judge: (judged: Case) => void, usual: Given = {}) {
  const judged = judging(judge, usual);
  return (answers: readonly Answer[], given: Given = {}) => {
    const { findings, ...rest } = saidOf(judged(answers, given));
    return { findings: findings.filter(([name]) => !String(name).endsWith(ofAnother)), ...rest };
  };
}

/** Judges each key. */
export function ofEachKey(judge: (judged: Case, key: JudgedKey) => void): (judged: Case) => void {
  return (judged) => {
    for (const key of judged.keys) {
      judge(judged, key);
    }
  };
}

/** Where a judge says nothing. */
export const nothing = { findings: [], supported: {}, undecided: {} };

/** What is to be judged, with what the judges before found: by itself, without asking whether a limiter explains it. */
export function caseOf(
  answers: readonly Answer[],
  { users = false, ...given }: Omit<Given, 'violated' | 'violatedBy'> = {},
): Case {
  const timeline = answers.map((answer, index) =>
    madeUpEntry({
      ...{ exchange: index + 1, connection: index, limit: free.perMinute },
      answeredAtMs: answer.sentAtMs + 10,
      ...answer,
    }),
  );
  const { plan = free, clock = { leastMs: epochMs, mostMs: epochMs } } = given;
  const explainedBy = given.explainedBy ?? [anyLimiter];
  return {
    timeline,
    plan,
    allowance: allowanceOf(plan.perMinute, plan.minuteMs),
    keys: plan.keys.map((key) => ({
      key,
      hasOtherUsers: users === true || users === key,
      ...counterOf(minuteEntries(timeline, [key]), plan, clock),
    })),
    clock,
    decisions: 'explained',
    explainedBy,
    notes: new Notes(),
    ...given,
  };
}

/** What is said of a case, without words: of findings what was expected of which entry, and what else belongs to it. */
export function saidOf({ notes, timeline }: Case) {
  const at = (entry: TimelineEntry) => timeline.indexOf(entry);
  const { findings, supported, undecided } = notes.summary();
  return {
    findings: findings.map(({ requirement, kind, entry, related, expected, restsOnTiming }) => [
      `${requirement} ${kind}`,
      [at(entry), ...related.map((one) => at(one.entry))],
      expected,
      restsOnTiming,
    ]),
    supported: Object.fromEntries(
      supported.map(({ requirement, entries }) => [requirement, entries.map(at)]),
    ),
    undecided: Object.fromEntries(undecided.map(({ requirement, reason }) => [requirement, reason])),
  };
}

/** So many requests, each so long after the one before. */
export function spaced(
  fromMs: number,
  count: number,
  everyMs: number,
  answer: Partial<Answer> = {},
): Answer[] {
  return Array.from({ length: count }, (_, position) => ({
    ...answer,
    sentAtMs: fromMs + position * everyMs,
  }));
}
