import type { ComponentChildren, VNode } from 'preact';

/** A section of the page that is folded until somebody wants it. */
export function FoldedSection(props: {
  anchor: string;
  title: string;
  /** What stands beside the title. */
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
