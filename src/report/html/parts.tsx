import type { ComponentChildren, VNode } from 'preact';
import type { RequirementVerdict } from '../../verdict/requirement.ts';
import { verdictMarks } from '../by-verdict.ts';

/** The sign of a verdict, in its colour. */
export function VerdictSign({ verdict }: { verdict: RequirementVerdict }): VNode {
  return <span class={`mark ${verdict}`}>{verdictMarks[verdict]}</span>;
}

/** A table in a scrollable region, reachable by keyboard and with an accessible name. */
export function Table(props: {
  label: string;
  style?: string;
  /** The heads of the columns. */
  columns?: readonly ComponentChildren[];
  children: ComponentChildren;
}): VNode {
  const { label, style, columns, children } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds a table
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table class={style}>
        {columns === undefined ? null : (
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col">{column}</th>
              ))}
            </tr>
          </thead>
        )}
        {children}
      </table>
    </div>
  );
}

/** A section of the page that is folded until somebody wants it. */
export function FoldedSection(props: {
  anchor: string;
  title: string;
  /** The content next to the title. */
  count?: number | string;
  /** Whether it holds entries that the filter of the page hides and shows. */
  entries?: boolean;
  children: ComponentChildren;
}): VNode {
  const { anchor, title, count, entries = false, children } = props;
  return (
    <details class="section" id={anchor} {...(entries ? { 'data-entries': true } : {})}>
      <summary>
        <h2>
          {title}
          {count === undefined ? null : (
            <>
              {' '}
              <span class="count">{count}</span>
            </>
          )}
        </h2>
      </summary>
      {children}
    </details>
  );
}
