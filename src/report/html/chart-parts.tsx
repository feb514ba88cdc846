import type { VNode } from 'preact';
import { Chart, type ChartProps } from './chart.tsx';
import { Line, Table } from './parts.tsx';

export interface KeyEntry {
  readonly style: string;
  readonly shape: 'line' | 'bar' | 'dot' | 'cross' | 'mark';
  readonly text: string;
}

/** The values of a picture as a table. */
export interface PictureTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function Picture(
  props: ChartProps & {
    caption: string;
    keys: readonly KeyEntry[];
    table: PictureTable;
    note?: string | null;
  },
): VNode {
  const { caption, keys, table, note = null, description, ...chart } = props;
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <ul class="key">
        {keys.map(({ style, shape, text }) => (
          <li>
            <svg class="swatch" width="26" height="12" aria-hidden="true">
              <Swatch style={style} shape={shape} />
            </svg>
            <Line text={text} maximum={200} />
          </li>
        ))}
      </ul>
      <Chart {...chart} description={`${description} The table below has the values.`} />
      {note === null ? null : <p class="note">{note}</p>}
      <details class="data">
        <summary>{caption} as a table</summary>
        <FigureTable columns={table.columns} rows={table.rows} />
      </details>
    </figure>
  );
}

function Swatch({ style, shape }: { style: string; shape: KeyEntry['shape'] }): VNode {
  switch (shape) {
    case 'line':
      return <path class={`line ${style}`} d="M0 6H26" />;
    case 'bar':
      return <rect class={`bars ${style}`} x="5" y="1" width="16" height="10" />;
    case 'dot':
      return <circle class={`dot ${style}`} cx="13" cy="6" r="3" />;
    case 'cross':
      return <path class="cross" d="M9 2L17 10M9 10L17 2" />;
    case 'mark':
      return <circle class={`mark ${style}`} cx="13" cy="6" r="4.5" />;
  }
}

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
