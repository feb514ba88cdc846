import type { RequirementVerdict } from '../verdict/requirement.ts';

/** A sign for each verdict: colours alone would not reach everybody. */
export const verdictMarks: Readonly<Record<RequirementVerdict, string>> = {
  failed: '✗',
  warned: '!',
  waived: '~',
  passed: '✓',
  observed: '○',
  inconclusive: '?',
  skipped: '–',
};

/** The verdicts in the order in which a reader wants to know of them. */
export const verdictOrder: readonly RequirementVerdict[] = [
  'failed',
  'warned',
  'waived',
  'passed',
  'observed',
  'inconclusive',
  'skipped',
];
