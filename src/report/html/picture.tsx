import type { VNode } from 'preact';
import { latencyText, tickText } from '../words.ts';
import { Chart, type ChartProps, type ChartRow, type Series } from './chart.tsx';
import { FigureTable } from './figure-table.tsx';
import { Line } from './parts.tsx';

interface PictureProps<Row extends ChartRow> extends ChartProps<Row> {
  readonly caption: string;
  readonly note?: string | null;
}

/** Figures over time: a picture with its key, and its values as a table. */
export function Picture<Row extends ChartRow>(props: PictureProps<Row>): VNode | null {
  const { id, caption, title, description, note = null, rows, limit = null, written = tickText } = props;
  const series = props.series.filter(({ value }) => rows.some((row) => (value(row) ?? 0) !== 0));
  const keys = [
    ...series,
    ...(limit === null ? [] : [{ style: 'limit', shape: 'line', text: limit.text } as const]),
  ];
  return rows.length === 0 ? null : (
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
      <Chart
        {...props}
        series={series}
        title={title}
        description={`${description} The table below has the values.`}
      />
      {note === null ? null : <p class="note">{note}</p>}
      <details class="data">
        <summary>{caption} as a table</summary>
        <FigureTable
          label={`${caption}, ${id}`}
          columns={['From', 'Until', ...series.map(({ column }) => column)]}
          rows={rows.map((row) => [
            latencyText(row.fromMs),
            latencyText(row.toMs),
            ...series.map(({ value }) => {
              const height = value(row);
              return height === null ? '–' : written(height);
            }),
          ])}
        />
      </details>
    </figure>
  );
}

function Swatch({ style, shape }: Pick<Series<ChartRow>, 'style' | 'shape'>): VNode {
  switch (shape) {
    case 'line':
      return <path class={`line ${style}`} d="M0 6H26" />;
    case 'bar':
      return <rect class={`bars ${style}`} x="5" y="1" width="16" height="10" />;
    case 'dot':
      return <circle class={`dot ${style}`} cx="13" cy="6" r="3" />;
    case 'cross':
      return <path class="cross" d="M9 2L17 10M9 10L17 2" />;
  }
}
