import type { VNode } from 'preact';
import type { ReportRequirement } from '../report.ts';
import { verdictMarks } from '../verdict-mark.ts';

/** A requirement's verdict and id, what it asks for, and where that stands. */
export function RequirementHead(props: { requirement: ReportRequirement; level: 3 | 4 }): VNode {
  const { id, level, statement, section, verdict } = props.requirement;
  const Heading = `h${props.level}` as const;
  return (
    <>
      <Heading>
        <span class={`mark ${verdict}`}>{verdictMarks[verdict]}</span> <a href={`#${id}`}>{id}</a>{' '}
        <span class="tag">
          {level}, {verdict}
        </span>
      </Heading>
      <p class="statement">
        {statement} <Source section={section} />
      </p>
    </>
  );
}

/** Where a requirement stands: a heading of the interface document, or a standard. */
export function Source({ section }: { section: string }): VNode {
  return <span class="source">{/^RFC/.test(section) ? section : `Interface document, “${section}”`}</span>;
}
