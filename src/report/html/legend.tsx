import type { VNode } from 'preact';
import type { RequirementVerdict } from '../../verdict/requirement.ts';
import { isOfLoad } from '../load-report.ts';
import type { Report } from '../report.ts';
import { verdictOrder } from '../verdict-mark.ts';
import { VerdictSign } from './verdict-sign.tsx';

const meanings: Readonly<Record<RequirementVerdict, string>> = {
  failed: 'at least one answer violates a MUST.',
  warned: 'at least one answer violates a SHOULD.',
  waived:
    'violated, and not counted: a waiver covers it, it failed before in the baseline, or it is newer than the catalogue that the run keeps to.',
  passed: 'it was tried, and every answer that it speaks of conforms.',
  observed: 'the document leaves it open: recorded, nothing to judge.',
  inconclusive: 'it was tried, and a conforming service could have answered like this too.',
  skipped: 'not tested: left out, or the run was not given what it needs.',
};

/** What the words of a report mean. */
export function Legend({ report }: { report: Report }): VNode {
  const { tool, requirements, catalogue } = report;
  const left: readonly RequirementVerdict[] = isOfLoad(report) ? ['inconclusive', 'skipped'] : [];
  const shown = verdictOrder.filter(
    (verdict) =>
      !left.includes(verdict) && requirements.some((requirement) => requirement.verdict === verdict),
  );
  return (
    <>
      <h2>What the words mean</h2>
      <p>
        MUST: the interface document says it; a violation fails the run. SHOULD: a standard of HTTP services;
        a violation is a warning. OBSERVE: the document leaves it open; whatever the service does is right.
      </p>
      <dl class="meanings">
        {shown.map((verdict) => (
          <div>
            <dt>
              <VerdictSign verdict={verdict} /> {verdict}
            </dt>
            <dd>{meanings[verdict]}</dd>
          </div>
        ))}
      </dl>
      <p>
        Keys never stand in a report: <code>$ANIMAL_STORE_API_KEY</code> stands for the key. Everything on
        this page stands in report.json too. Made by {tool.name} {tool.version}, by version {catalogue} of its
        catalogue of requirements.
      </p>
    </>
  );
}
