import type { VNode } from 'preact';
import { documentSections, headingOf } from '../../../suites/catalogue/document-sections.ts';
import { wordOfVerdict } from '../by-verdict.ts';
import type { Report } from '../report.ts';
import { numberText } from '../words.ts';
import { Table, VerdictSign } from './parts.tsx';

/** Each heading of the document, and each standard, with its requirements and how many exchanges show them. */
export function Traceability({ report: { requirements } }: { report: Report }): VNode {
  const known = new Set(documentSections.map(({ title }) => title));
  const standards = new Set(
    requirements.map(({ section }) => section).filter((section) => !known.has(headingOf(section))),
  );
  const headings = [
    ...documentSections,
    ...[...standards].sort().map((title) => ({ title, without: undefined })),
  ];
  return (
    <Table label="Traceability" style="trace" columns={['Requirement', 'Verdict', 'Exchanges']}>
      {headings.map(({ title, without }) => (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {title}
              {without === undefined ? null : <span class="note"> {without}</span>}
            </th>
          </tr>
          {requirements
            .filter(({ section }) => headingOf(section) === title)
            .map(({ id, level, verdict, evidence }) => (
              <tr>
                <td>
                  <a href={`#${id}`}>{id}</a> <span class="tag">{level}</span>
                </td>
                <td>
                  <VerdictSign verdict={verdict} /> {wordOfVerdict(verdict)}
                </td>
                <td>{evidence.count === 0 ? '·' : numberText(evidence.count)}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </Table>
  );
}
