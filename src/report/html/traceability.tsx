import type { VNode } from 'preact';
import { documentSections, headingOf } from '../../../suites/catalogue/document-sections.ts';
import { verdictWords } from '../by-verdict.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { counted, numberText } from '../words.ts';
import { Line, Table, VerdictSign } from './parts.tsx';

const checksShown = 4;

interface Share {
  readonly check: string;
  readonly exchanges: number;
}

/** Whether a report can say what was sent for which requirement; what a load sends serves all of them alike. */
export function hasTrace(report: Report): boolean {
  return report.checks.length > 0 && !isOfLoad(report);
}

export function Traceability({ report }: { report: Report }): VNode {
  return (
    <>
      <ByDocument report={report} />
      <Unseen report={report} />
      <ByCheck report={report} />
    </>
  );
}

/** Each heading of the document, and each standard, with its requirements and the checks whose traffic shows them. */
function ByDocument({ report }: { report: Report }): VNode {
  const shares = sharesByRequirement(report);
  const known = new Set(documentSections.map(({ title }) => title));
  const standards = new Set(
    report.requirements.map(({ section }) => section).filter((section) => !known.has(headingOf(section))),
  );
  const headings = [
    ...documentSections,
    ...[...standards].sort().map((title) => ({ title, without: undefined })),
  ];
  return (
    <>
      <h3>From the interface document to the requests</h3>
      <Table
        label="From the interface document to the requests"
        style="trace"
        columns={['Requirement', 'Verdict', 'Exchanges', 'Checks']}
      >
        {headings.map(({ title, without }) => (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={4}>
                {title}
                {without === undefined ? null : <span class="note"> {without}</span>}
              </th>
            </tr>
            {report.requirements
              .filter(({ section }) => headingOf(section) === title)
              .map((requirement) => (
                <Traced requirement={requirement} shares={shares.get(requirement.id) ?? []} />
              ))}
          </tbody>
        ))}
      </Table>
    </>
  );
}

function Traced({
  requirement,
  shares,
}: {
  requirement: ReportRequirement;
  shares: readonly Share[];
}): VNode {
  const { id, level, verdict, evidence } = requirement;
  return (
    <tr>
      <td>
        <a href={`#${id}`}>{id}</a> <span class="tag">{level}</span>
      </td>
      <td>
        <VerdictSign verdict={verdict} /> {verdictWords[verdict]}
      </td>
      <td>{evidence.count === 0 ? '·' : numberText(evidence.count)}</td>
      <td>
        {shares.slice(0, checksShown).map(({ check, exchanges }, index) => (
          <>
            {index === 0 ? '' : ', '}
            <Line text={check} maximum={60} />
            {`\u00a0${numberText(exchanges)}`}
          </>
        ))}
        {shares.length > checksShown ? ` and ${counted(shares.length - checksShown, 'more check')}` : ''}
      </td>
    </tr>
  );
}

function Unseen({ report }: { report: Report }): VNode {
  const unseen = report.requirements.filter(({ evidence }) => evidence.count === 0);
  return (
    <>
      <h3>Without evidence in this run</h3>
      {unseen.length === 0 ? (
        <p>None: every requirement has an exchange.</p>
      ) : (
        <p>
          {counted(unseen.length, 'requirement')}:{' '}
          {unseen.map(({ id }, index) => (
            <>
              {index === 0 ? '' : ', '}
              <a href={`#${id}`}>{id}</a>
            </>
          ))}
          . Each states the reason.
        </p>
      )}
    </>
  );
}

function ByCheck({ report: { checks } }: { report: Report }): VNode {
  return (
    <>
      <h3>From the requests to the requirements</h3>
      <Table
        label="From the requests to the requirements"
        style="trace"
        columns={['Check', 'Exchanges', 'Evidence for']}
      >
        <tbody>
          {checks.map(({ id, exchanges, requirements }) => (
            <tr>
              <th scope="row">
                <Line text={id} maximum={60} />
              </th>
              <td>{numberText(exchanges)}</td>
              <td>
                {requirements.map((one) => `${one.id}\u00a0${numberText(one.exchanges)}`).join(', ') || '·'}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The checks with evidence for each requirement, those with most exchanges first. */
function sharesByRequirement({ checks }: Report): ReadonlyMap<string, readonly Share[]> {
  const shares = new Map<string, Share[]>();
  for (const { id, requirements } of checks) {
    for (const { id: requirement, exchanges } of requirements) {
      shares.set(requirement, [...(shares.get(requirement) ?? []), { check: id, exchanges }]);
    }
  }
  for (const list of shares.values()) {
    list.sort((left, right) => right.exchanges - left.exchanges);
  }
  return shares;
}
