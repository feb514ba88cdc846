import type { ComponentChildren, VNode } from 'preact';

/** The head of a table: what each column holds. */
export function ColumnHeads({ columns }: { columns: readonly ComponentChildren[] }): VNode {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th scope="col">{column}</th>
        ))}
      </tr>
    </thead>
  );
}
