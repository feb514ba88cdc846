import type { VNode } from 'preact';
import { Line, Table } from './parts.tsx';

/** A table of values; the first cell of a row is its header. Text cells are escaped. */
export function FigureTable(props: {
  /** Its name; its columns if absent. */
  label?: string;
  columns: readonly string[];
  rows: readonly (readonly (string | VNode)[])[];
}): VNode {
  const { columns, rows, label = columns.join(', ') } = props;
  const shown = (cell: string | VNode) =>
    typeof cell === 'string' ? <Line text={cell} maximum={100} /> : cell;
  return (
    <Table label={label} style="figures" columns={columns}>
      <tbody>
        {rows.map(([head = '', ...cells]) => (
          <tr>
            <th scope="row">{shown(head)}</th>
            {cells.map((cell) => (
              <td>{shown(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
