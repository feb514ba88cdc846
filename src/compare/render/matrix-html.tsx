import type { VNode } from 'preact';
import { renderDocument } from '../../report/html/document-shell.tsx';
import { Line, Section, Table } from '../../report/html/parts.tsx';
import { numberText } from '../../report/words.ts';
import { type ComparedVerdict, linkTo, mustHeld, type NamedReport } from '../comparison.ts';
import { differs, legend, type Matrix, type MatrixRow, verdictSigns, verdictWord } from '../matrix.ts';
import { kindOf } from '../remarks.ts';

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
    contents: [
      { anchor: 'implementations', title: 'Implementations', count: String(reports.length) },
      ...(different.length === 0
        ? []
        : [{ anchor: 'different', title: 'Where they differ', count: String(different.length) }]),
      ...groups.map((group) => ({
        anchor: `group-${group}`,
        title: group,
        count: String(rows.filter((row) => row.group === group).length),
      })),
    ],
    children: (
      <>
        <Implementations reports={reports} />
        {different.length === 0 ? null : (
          <Section anchor="different" title="Where they differ" count={String(different.length)}>
            <VerdictTable label="Verdicts that differ" rows={different} reports={reports} />
          </Section>
        )}
        {groups.map((group) => (
          <Section anchor={`group-${group}`} title={group} look="entries">
            <VerdictTable
              label={`Verdicts on ${group}`}
              rows={rows.filter((row) => row.group === group)}
              reports={reports}
              anchored
            />
          </Section>
        ))}
      </>
    ),
    footer: (
      <p class="note">
        {legend(rows.flatMap(({ verdicts }) => verdicts)).join(' · ')}. Where implementations differ the
        requirement is bold.
      </p>
    ),
    extraStyle: matrixStyle,
  });
}

function Implementations({ reports }: { reports: readonly NamedReport[] }): VNode {
  return (
    <Section anchor="implementations" title="Implementations" count={String(reports.length)}>
      <Table
        label="The implementations"
        style="made"
        columns={[
          'Implementation',
          'MUST hold',
          'failed',
          'waived',
          'not decided',
          'effort',
          'made',
          'suite',
        ]}
      >
        <tbody>
          {reports.map((one) => (
            <ImplementationRow one={one} />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function ImplementationRow({ one }: { one: NamedReport }): VNode {
  const { run, tool, target, counts } = one.report;
  const { MUST } = counts;
  return (
    <tr>
      <th scope="row">
        <ReportName one={one} />
        <div class="note">
          <Line text={target.baseUrl} maximum={200} />
        </div>
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

/** Anchored rows can be linked to; in one table of the page only. */
function VerdictTable(props: {
  label: string;
  rows: readonly MatrixRow[];
  reports: readonly NamedReport[];
  anchored?: boolean;
}): VNode {
  return (
    <Table
      label={props.label}
      style="implementations"
      columns={[
        'Requirement',
        ...props.reports.map((one) => (
          <span class="upright">
            <ReportName one={one} />
          </span>
        )),
      ]}
    >
      <tbody>
        {props.rows.map((row) => (
          <RequirementRow row={row} reports={props.reports} anchored={props.anchored === true} />
        ))}
      </tbody>
    </Table>
  );
}

function RequirementRow(props: {
  row: MatrixRow;
  reports: readonly NamedReport[];
  anchored: boolean;
}): VNode {
  const { row, reports, anchored } = props;
  const { id, level, group, verdicts } = row;
  const words = [...new Set(verdicts), level, group, ...(differs(row) ? ['different'] : [])];
  return (
    <tr {...(anchored ? { id, 'data-entry': words.join(' ') } : {})}>
      <th scope="row">
        {differs(row) ? <strong>{id}</strong> : id} <span class="tag">{level}</span>
      </th>
      {reports.map((one, index) => (
        <Cell verdict={verdicts[index] ?? 'absent'} one={one} id={id} />
      ))}
    </tr>
  );
}

const classes: Readonly<Partial<Record<ComparedVerdict, string>>> = {
  passed: 'good',
  failed: 'bad',
  warned: 'warn',
  waived: 'warn',
};

function Cell({ verdict, one, id }: { verdict: ComparedVerdict; one: NamedReport; id: string }): VNode {
  const link = verdict === 'absent' ? null : linkTo(one, id);
  const sign = (
    <>
      <span aria-hidden="true">{verdictSigns[verdict]}</span>
      <span class="spoken">{verdictWord(verdict)}</span>
    </>
  );
  return (
    <td class={classes[verdict] ?? 'note'} title={verdictWord(verdict)}>
      {link === null ? sign : <a href={link}>{sign}</a>}
    </td>
  );
}

/** Style rules of the matrix: sticky ids, and columns of the same width in all tables. */
export const matrixStyle = `
.made td { white-space: nowrap; }
.implementations th, .implementations td { width: 1.625rem; min-width: 1.5rem; padding: 0.1875rem 0; text-align: center; }
.implementations th:first-child { position: sticky; left: 0; z-index: 1; width: 9rem; min-width: 9rem; max-width: 9rem; padding-right: 0.25rem; background: var(--ground); text-align: left; overflow-wrap: anywhere; }
.implementations thead th { vertical-align: bottom; }
.upright { display: inline-block; max-height: 9rem; overflow: hidden; line-height: 1.25; text-overflow: ellipsis; white-space: nowrap; writing-mode: vertical-rl; transform: rotate(180deg); }
.implementations td { position: relative; font-size: 1rem; line-height: 1.25; }
.implementations td a { display: block; color: inherit; text-decoration: none; }
.implementations tbody tr:hover > * { background: var(--code); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 40rem) {
  .implementations th:first-child { width: 21rem; min-width: 21rem; max-width: 21rem; }
  .implementations th, .implementations td { width: 2.25rem; min-width: 1.75rem; }
}
`;
