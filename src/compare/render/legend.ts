import type { ComparedVerdict } from '../comparison.ts';
import { verdictSigns } from '../matrix.ts';

const words: Readonly<Record<ComparedVerdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'a SHOULD violated',
  waived: 'failed, and waived',
  observed: 'observed, where the document is silent',
  skipped: 'not tested',
  inconclusive: 'inconclusive',
  absent: 'not in the catalogue of that run',
};

/** The meaning of the used signs. */
export function legend(used: readonly ComparedVerdict[]): string[] {
  const verdicts = new Set(used);
  return (Object.keys(words) as ComparedVerdict[])
    .filter((verdict) => verdicts.has(verdict))
    .map((verdict) => `${verdictSigns[verdict] || 'nothing'} ${words[verdict]}`);
}

/** The text alternative of a verdict sign. */
export function verdictWord(verdict: ComparedVerdict): string {
  return words[verdict];
}
