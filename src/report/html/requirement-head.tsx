import type { VNode } from 'preact';
import type { ReportRequirement } from '../report.ts';
import { verdictWordOf } from '../waived-ways.ts';
import { VerdictSign } from './verdict-sign.tsx';

/** A requirement's verdict and id, what it asks for, and where that stands. */
export function RequirementHead(props: { requirement: ReportRequirement; level: 3 | 4 }): VNode {
  const { id, level, statement, section, verdict } = props.requirement;
  const Heading = `h${props.level}` as const;
  return (
    <>
      <Heading>
        <VerdictSign verdict={verdict} /> <a href={`#${id}`}>{id}</a>{' '}
        <span class="tag">
          {level}, {verdictWordOf(props.requirement)}
        </span>
      </Heading>
      <p class="statement">
        {statement} <span class="source">{sourceText(section)}</span>
      </p>
    </>
  );
}

/** A heading of the interface document, or a standard. */
function sourceText(section: string): string {
  return /^RFC/.test(section) ? section : `Interface document, “${section}”`;
}
