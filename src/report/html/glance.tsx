import type { VNode } from 'preact';
import type { Level, RequirementVerdict } from '../../verdict/requirement.ts';
import { byVerdict, groupTitle, verdictMarks, wordOfVerdict } from '../by-verdict.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { Table, VerdictSign } from './parts.tsx';

const levels: readonly Level[] = ['MUST', 'SHOULD', 'OBSERVE'];

/** Every selected requirement as a linked sign, and the number of requirements by verdict. */
export function Glance({ report }: { report: Report }): VNode {
  const selected = new Set(report.run.selected);
  const asked = report.requirements.filter(({ id }) => selected.has(id));
  const groups = [...new Set(asked.map(({ group }) => group))];
  return (
    <>
      <Table label="Requirements by group" style="glance">
        <tbody>
          {groups.map((group) => (
            <tr>
              <th scope="row">{groupTitle(group)}</th>
              <td>
                {asked
                  .filter((requirement) => requirement.group === group)
                  .map((requirement) => (
                    <Cell requirement={requirement} />
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <CountsTable report={report} />
    </>
  );
}

function Cell({ requirement }: { requirement: ReportRequirement }): VNode {
  const { id, verdict } = requirement;
  const text = `${id}: ${wordOfVerdict(verdict)}`;
  return (
    <>
      <a class={`cell ${verdict}`} href={`#${id}`} title={text} aria-label={text}>
        {verdictMarks[verdict]}
      </a>{' '}
    </>
  );
}

function CountsTable({ report }: { report: Report }): VNode {
  return (
    <Table label="Verdicts by level" style="counts" columns={['Verdict', ...levels]}>
      <tbody>
        {byVerdict(report.requirements).map(({ verdict, word, requirements }) => (
          <tr>
            <th scope="row">
              <VerdictSign verdict={verdict} /> {word}
            </th>
            {levels
              .map((level) => requirements.filter((row) => row.level === level).length)
              .map((count) => (
                <td class={emphasis(verdict, count)}>{count || '·'}</td>
              ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function emphasis(verdict: RequirementVerdict, count: number): string | undefined {
  const classes: Partial<Record<RequirementVerdict, string>> = { failed: 'bad', warned: 'warn' };
  return count === 0 ? undefined : classes[verdict];
}
