import type { VNode } from 'preact';
import { Sign, VerdictGrid } from '../../compare/render/verdict-grid.tsx';
import { Line } from '../../report/html/parts.tsx';
import type { RunVerdict } from '../../report/report.ts';
import { counted } from '../../report/words.ts';
import type { HistoryRow, TargetHistory } from '../history.ts';
import type { HistoryRun } from '../history-run.ts';
import { runTime, verdictOf } from '../sentences.ts';

/** Requirements by run, the newest run last; each cell leads to the requirement in the report of that run. */
export function Grid(props: {
  history: TargetHistory;
  rows: readonly HistoryRow[];
  columns: number;
  prefix: string;
  label: string;
}): VNode {
  const { history, rows, columns, prefix, label } = props;
  const from = Math.max(0, history.runs.length - columns);
  const runs = history.runs.slice(from);
  return (
    <>
      {from === 0 ? null : (
        <p class="note">
          The newest {counted(runs.length, 'run')} of {history.runs.length}: pass <code>--last N</code> for
          fewer, or <code>--format json</code> for all.
        </p>
      )}
      <VerdictGrid
        label={label}
        style="by-run"
        columns={runs.map((run) => ({ head: <RunHead run={run} />, page: run.page }))}
        first={
          <tr>
            <th scope="row">Verdict of the run</th>
            {runs.map((run) => (
              <RunCell run={run} />
            ))}
          </tr>
        }
        rows={rows.map((row) => ({
          ...row,
          verdicts: row.verdicts.slice(from),
          isBold: row.now === 'violated',
          anchor: { id: `${prefix}${row.id}`, words: entryWords(row) },
        }))}
      />
    </>
  );
}

function entryWords({ verdicts, level, group, now, changes }: HistoryRow): string[] {
  return [...verdicts, level, group, now, ...(changes.length === 0 ? [] : ['changed'])];
}

function RunHead({ run }: { run: HistoryRun }): VNode {
  const name = <Line as="span" class="upright" text={runTime(run)} />;
  return run.page === null ? name : <a href={run.page}>{name}</a>;
}

/** The sign of a run by its verdict, and the class name of its colour. */
const runSigns: Readonly<Record<RunVerdict, { readonly sign: string; readonly look: string }>> = {
  conformant: { sign: '✓', look: 'good' },
  'non-conformant': { sign: '✗', look: 'bad' },
  none: { sign: '?', look: 'warn' },
};

function RunCell({ run }: { run: HistoryRun }): VNode {
  const { sign, look } = runSigns[run.verdict];
  return (
    <td class={look}>
      <Sign sign={sign} word={verdictOf(run)} link={run.page} />
    </td>
  );
}

/** The newest runs are at the right, and are seen first. Narrow columns, because there are many. */
export const gridStyle = `
.scroll:has(> .by-run) { direction: rtl; }
.by-run { direction: ltr; margin-right: auto; }
.by-run .bad { background: var(--bad-ground); }
.by-run .warn { background: var(--warn-ground); }
.contents a, h2, .row { overflow-wrap: anywhere; }
`;
