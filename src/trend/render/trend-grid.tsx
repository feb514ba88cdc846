import type { VNode } from 'preact';
import type { ComparedVerdict } from '../../compare/comparison.ts';
import { verdictSigns, verdictWord } from '../../compare/matrix.ts';
import { Line, Table } from '../../report/html/parts.tsx';
import type { RunVerdict } from '../../report/report.ts';
import { counted } from '../../report/words.ts';
import { runTime, verdictOf } from '../sentences.ts';
import type { TargetTrend, TrendRow } from '../trend.ts';
import type { TrendRun } from '../trend-run.ts';

/** Requirements by run, the newest run last; each cell leads to the requirement in the report of that run. */
export function Grid(props: {
  trend: TargetTrend;
  rows: readonly TrendRow[];
  columns: number;
  prefix: string;
  label: string;
}): VNode {
  const { trend, rows, columns, prefix, label } = props;
  const from = Math.max(0, trend.runs.length - columns);
  const runs = trend.runs.slice(from);
  return (
    <>
      {from === 0 ? null : (
        <p class="note">
          The newest {counted(runs.length, 'run')} of {trend.runs.length}: pass <code>--last N</code> for
          fewer, or <code>--format json</code> for all.
        </p>
      )}
      <Table
        label={label}
        style="implementations by-run"
        columns={['Requirement', ...runs.map((run) => <RunHead run={run} />)]}
      >
        <tbody>
          <tr>
            <th scope="row">Verdict of the run</th>
            {runs.map((run) => (
              <RunCell run={run} />
            ))}
          </tr>
          {rows.map((row) => (
            <tr id={`${prefix}${row.id}`} data-entry={entryWords(row)}>
              <th scope="row">
                {row.now === 'violated' ? <strong>{row.id}</strong> : row.id}{' '}
                <span class="tag">{row.level}</span>
              </th>
              {runs.map((run, index) => (
                <Cell verdict={row.verdicts[from + index] ?? 'absent'} run={run} id={row.id} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function entryWords({ verdicts, level, group, now, changes }: TrendRow): string {
  const kinds = changes.length === 0 ? [] : ['changed'];
  return [...new Set([...verdicts, level, group, now, ...kinds])].join(' ');
}

function RunHead({ run }: { run: TrendRun }): VNode {
  const name = (
    <span class="upright">
      <Line text={runTime(run)} />
    </span>
  );
  return run.page === null ? name : <a href={run.page}>{name}</a>;
}

const runSigns: Readonly<Record<RunVerdict, { readonly sign: string; readonly look: string }>> = {
  conformant: { sign: '✓', look: 'good' },
  'non-conformant': { sign: '✗', look: 'bad' },
  none: { sign: '?', look: 'warn' },
};

function RunCell({ run }: { run: TrendRun }): VNode {
  const { sign, look } = runSigns[run.verdict];
  return <td class={look}>{linked(sign, verdictOf(run), run.page)}</td>;
}

const looks: Readonly<Partial<Record<ComparedVerdict, string>>> = {
  passed: 'good',
  failed: 'bad',
  warned: 'warn',
  waived: 'warn',
};

function Cell({ verdict, run, id }: { verdict: ComparedVerdict; run: TrendRun; id: string }): VNode {
  if (verdict === 'absent') {
    return <td />;
  }
  const page = run.page === null ? null : `${run.page}#${id}`;
  return (
    <td class={looks[verdict] ?? 'note'}>{linked(verdictSigns[verdict], verdictWord(verdict), page)}</td>
  );
}

/** A sign that is read out as its word: a page has thousands of them. */
function linked(sign: string, word: string, page: string | null): VNode {
  return page === null ? (
    <span role="img" aria-label={word}>
      {sign}
    </span>
  ) : (
    <a href={page} aria-label={word}>
      {sign}
    </a>
  );
}

/** The newest runs are at the right, and are seen first. Narrow columns, because there are many. */
export const gridStyle = `
.scroll:has(> .by-run) { direction: rtl; }
.by-run { direction: ltr; }
.by-run .bad { background: var(--bad-ground); }
.by-run .warn { background: var(--warn-ground); }
h2.target { margin: 3rem 0 0; padding-top: 1.5rem; border-top: 0.25rem solid var(--line); font-size: 1.5rem; overflow-wrap: anywhere; }
.contents a { overflow-wrap: anywhere; }
.dated th, .dated td { text-align: left; }
.since { margin: 0; padding: 0; list-style: none; }
.since li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.ids { overflow-wrap: anywhere; }
.made td.ids { white-space: normal; min-width: 10rem; }
.dot.median { fill: var(--admitted); }
.dot.tail { fill: var(--announced); }
`;
