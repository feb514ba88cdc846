import type { VNode } from 'preact';
import type { Level, RequirementVerdict } from '../../verdict/requirement.ts';
import { byVerdict, groupTitle, verdictMarks, verdictOrder, wordOfVerdict } from '../by-verdict.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { Line, Table, VerdictSign } from './parts.tsx';

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

const meanings: Readonly<Record<RequirementVerdict, string>> = {
  failed: 'at least one response violates a MUST requirement.',
  warned: 'at least one response violates a SHOULD requirement.',
  waived:
    'violated, but not counted: covered by a waiver, failing in the baseline too, or newer than the selected catalogue.',
  passed: 'tested; every relevant response conforms.',
  observed: 'the interface document leaves it open; recorded, not judged.',
  inconclusive: 'tested, but a conforming service may respond the same way.',
  skipped: 'not selected, or an option or key is missing.',
};

/** The terms used in findings. */
const glossary: readonly (readonly [term: string, meaning: string])[] = [
  ['counterexample', 'the minimal request that the run found for a violation'],
  ['evidence', 'the exchanges that support a verdict'],
  ['exchange', 'one request and its response'],
  ['finding', 'one deviation of one requirement, with its counterexample'],
  ['interface document', 'the description of the animal store service, version 1.0.0'],
  ['likely owner', 'the party that can probably fix a finding: the service, a gateway or the operator'],
  ['seed', 'the number that determines all generated requests of a run'],
  ['tag', 'the random word in the names of the animals that a run creates'],
];

export function Legend({ report }: { report: Report }): VNode {
  const { tool, requirements, catalogue } = report;
  const left: readonly RequirementVerdict[] = isOfLoad(report) ? ['inconclusive', 'skipped'] : [];
  const shown = verdictOrder.filter(
    (verdict) =>
      !left.includes(verdict) && requirements.some((requirement) => requirement.verdict === verdict),
  );
  return (
    <>
      <h2>Terms</h2>
      <p>
        MUST: required by the interface document; a violation fails the run. SHOULD: an HTTP standard; a
        violation is a warning. OBSERVE: left open by the interface document; any behaviour conforms.
      </p>
      <dl class="meanings">
        {shown.map((verdict) => (
          <div>
            <dt>
              <VerdictSign verdict={verdict} /> {verdict === 'skipped' ? 'not tested' : verdict}
            </dt>
            <dd>{meanings[verdict]}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>Glossary</summary>
        <dl class="meanings">
          {glossary.map(([term, meaning]) => (
            <div>
              <dt>{term}</dt>
              <dd>{meaning}.</dd>
            </div>
          ))}
        </dl>
        <p>
          <code>docs/report.md</code> in the package defines further terms.
        </p>
      </details>
      <p>
        Reports contain no API keys: <code>$ANIMAL_STORE_API_KEY</code> is a placeholder. report.json contains
        all data of this page. Generated by {tool.name} <Line text={tool.version} />, catalogue version{' '}
        {catalogue}.
      </p>
    </>
  );
}
