import type { VNode } from 'preact';
import { renderDocument } from '../../report/html/document-shell.tsx';
import { Line, section, Table } from '../../report/html/parts.tsx';
import { numberText } from '../../report/words.ts';
import { mustHeld, type NamedReport } from '../comparison.ts';
import { differs, legend, type Matrix, type VerdictRow } from '../matrix.ts';
import { kindOf } from '../remarks.ts';
import { VerdictGrid, verdictGridStyle } from './verdict-grid.tsx';

/** Implementations by requirement as one self-contained page, each cell a link into that report. */
export function matrixHtml(matrix: Matrix): string {
  const { reports, rows } = matrix;
  const groups = [...new Set(rows.map(({ group }) => group))];
  const different = rows.filter(differs);
  return renderDocument({
    title: `${reports.length} implementations, requirement by requirement`,
    header: (
      <>
        <h1>{reports.length} implementations, requirement by requirement</h1>
        <p>
          In {numberText(different.length)} of {numberText(rows.length)} requirements they differ.
        </p>
      </>
    ),
    sections: [
      ...section('implementations', 'Implementations', reports.length, <Implementations reports={reports} />),
      ...groups.flatMap((group) => {
        const ofGroup = rows.filter((row) => row.group === group);
        const table = <VerdictTable label={`Verdicts on ${group}`} rows={ofGroup} reports={reports} />;
        return section(`group-${group}`, group, ofGroup.length, table, 'entries');
      }),
    ],
    footer: (
      <p class="note">
        {legend(rows.flatMap(({ verdicts }) => verdicts)).join(' · ')}. Where implementations differ the
        requirement is bold: the filter finds it by <code>is:different</code>.
      </p>
    ),
    extraStyle: verdictGridStyle,
  });
}

function Implementations({ reports }: { reports: readonly NamedReport[] }): VNode {
  return (
    <Table
      label="The implementations"
      style="made"
      columns={['Implementation', 'MUST hold', 'failed', 'waived', 'not decided', 'effort', 'made', 'suite']}
    >
      <tbody>
        {reports.map((one) => (
          <ImplementationRow one={one} />
        ))}
      </tbody>
    </Table>
  );
}

function ImplementationRow({ one }: { one: NamedReport }): VNode {
  const { run, tool, target, counts } = one.report;
  const { MUST } = counts;
  return (
    <tr>
      <th scope="row">
        <ReportName one={one} />
        <Line as="div" class="note" text={target.baseUrl} maximum={200} />
      </th>
      <td>
        <strong>{mustHeld(one.report)}</strong>
      </td>
      <td class={MUST.failed > 0 ? 'bad' : ''}>{MUST.failed}</td>
      <td>{MUST.waived}</td>
      <td>{MUST.skipped + MUST.inconclusive}</td>
      <td>{run.kind === undefined ? run.effort : kindOf(one.report)}</td>
      <td>
        <Line text={run.startedAt.slice(0, 10)} />
      </td>
      <td>
        <Line text={tool.version} maximum={40} />
      </td>
    </tr>
  );
}

function ReportName({ one: { name, page } }: { one: NamedReport }): VNode {
  return page === null ? (
    <Line text={name} />
  ) : (
    <a href={page}>
      <Line text={name} />
    </a>
  );
}

function VerdictTable(props: {
  label: string;
  rows: readonly VerdictRow[];
  reports: readonly NamedReport[];
}): VNode {
  const { label, rows, reports } = props;
  return (
    <VerdictGrid
      label={label}
      columns={reports.map((one) => ({
        head: (
          <span class="upright">
            <ReportName one={one} />
          </span>
        ),
        page: one.page,
      }))}
      rows={rows.map((row) => ({
        ...row,
        isBold: differs(row),
        anchor: { id: row.id, words: entryWords(row) },
      }))}
    />
  );
}

function entryWords(row: VerdictRow): string[] {
  return [...row.verdicts, row.level, row.group, ...(differs(row) ? ['different'] : [])];
}
