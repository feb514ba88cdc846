import type { VNode } from 'preact';
import { Line, Table } from '../../report/html/parts.tsx';
import { numberText } from '../../report/words.ts';
import { changesByRun, type HistoryRow, type SkippedReport, type TargetHistory } from '../history.ts';
import type { HistoryRun } from '../history-run.ts';
import { runTime, verdictOf, violatedNow } from '../sentences.ts';
import { runSigns } from './history-grid.tsx';
import { sinceText } from './history-text.ts';

const mostChanges = 200;
const mostSkipped = 100;

/** The requirements that are violated now, with the message of the newest run that found it. */
export function ViolatedList({ history }: { history: TargetHistory }): VNode {
  return (
    <ul class="since">
      {violatedNow(history).map((row) => (
        <ViolatedRow row={row} />
      ))}
    </ul>
  );
}

function ViolatedRow({ row }: { row: HistoryRow }): VNode {
  const { newest } = row;
  return (
    <li data-entry={`violated ${row.level} ${row.group}`}>
      <RunLink run={newest?.run} id={row.id} text={row.id} /> <span class="tag">{row.level}</span>{' '}
      <span class="note">{sinceText(row)}</span>
      <Line as="div" text={newest?.text ?? ''} maximum={300} />
    </li>
  );
}

/** The runs in which requirements broke or were fixed, the newest first. */
export function ChangesTable({ history }: { history: TargetHistory }): VNode {
  const changes = changesByRun(history);
  return (
    <>
      <Table
        label="Runs in which something changed"
        style="made dated"
        columns={['Run', 'Verdict', 'Broke', 'Fixed']}
      >
        <tbody>
          {changes.slice(0, mostChanges).map(({ run, broke, fixed, violatedFromStart }) => (
            <tr>
              <th scope="row">
                <RunLink run={run} text={runTime(run)} />
              </th>
              <VerdictCell run={run} />
              <td class="ids">
                <Ids rows={broke} run={run} />
                {violatedFromStart.length === 0 ? null : (
                  <div>
                    <span class="note">violated when first tested: </span>
                    <Ids rows={violatedFromStart} run={run} />
                  </div>
                )}
              </td>
              <td class="ids">
                <Ids rows={fixed} run={run} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <LeftOut count={changes.length - mostChanges} />
    </>
  );
}

function Ids({ rows, run }: { rows: readonly HistoryRow[]; run: HistoryRun }): VNode {
  return (
    <>
      {rows.map(({ id }, index) => (
        <>
          {index === 0 ? '' : ', '}
          <RunLink run={run} id={id} text={id} />
        </>
      ))}
    </>
  );
}

function VerdictCell({ run }: { run: HistoryRun }): VNode {
  return (
    <td class={runSigns[run.verdict].look}>
      {verdictOf(run)}
      {run.interrupted === null ? null : <span class="note"> (interrupted)</span>}
    </td>
  );
}

function RunLink(props: { run: HistoryRun | undefined; id?: string; text: string }): VNode {
  const { run, id, text } = props;
  const line = <Line text={text} maximum={120} />;
  const page = run?.page ?? null;
  return page === null ? line : <a href={id === undefined ? page : `${page}#${id}`}>{line}</a>;
}

export function SkippedList({ skipped }: { skipped: readonly SkippedReport[] }): VNode {
  return (
    <>
      <ul>
        {skipped.slice(0, mostSkipped).map(({ file, reason }) => (
          <Line as="li" text={`${file} ${reason}`} maximum={400} />
        ))}
      </ul>
      <LeftOut count={skipped.length - mostSkipped} />
    </>
  );
}

function LeftOut({ count }: { count: number }): VNode | null {
  return count <= 0 ? null : <p class="note">{numberText(count)} more are left out here.</p>;
}
