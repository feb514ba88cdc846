import type { VNode } from 'preact';
import type { RequirementVerdict } from '../../verdict/requirement.ts';
import { verdictMarks } from '../verdict-mark.ts';

/** The sign of a verdict, in its colour. */
export function VerdictSign({ verdict }: { verdict: RequirementVerdict }): VNode {
  return <span class={`mark ${verdict}`}>{verdictMarks[verdict]}</span>;
}
