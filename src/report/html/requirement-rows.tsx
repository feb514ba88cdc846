import type { VNode } from 'preact';
import { withVerdict } from '../by-verdict.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { counted, numberText } from '../words.ts';
import { ExchangeLine } from './exchange-view.tsx';
import type { PagePlan } from './page-plan.ts';
import { FoldedSection, VerdictSign } from './parts.tsx';

/** A list of requirements, each with its evidence, folded. */
export function RequirementRows(props: {
  requirements: readonly ReportRequirement[];
  plan: PagePlan;
}): VNode {
  return (
    <ul class="rows">
      {props.requirements.map((requirement) => (
        <RequirementRow requirement={requirement} plan={props.plan} />
      ))}
    </ul>
  );
}

function RequirementRow({ requirement, plan }: { requirement: ReportRequirement; plan: PagePlan }): VNode {
  const { id, level, statement, section, verdict, group, casesLeftOut } = requirement;
  return (
    <li class="row" id={id} data-entry={`${verdict} ${level} ${group}`}>
      <p>
        <VerdictSign verdict={verdict} /> <a href={`#${id}`}>{id}</a> <span class="tag">{level}</span>{' '}
        <span class="source">{section}</span>
      </p>
      <p>{statement}</p>
      {casesLeftOut === undefined ? null : (
        <p class="note">{counted(casesLeftOut, 'case')} not run at this effort.</p>
      )}
      <Evidence requirement={requirement} plan={plan} />
    </li>
  );
}

function Evidence({ requirement, plan }: { requirement: ReportRequirement; plan: PagePlan }): VNode | null {
  const { count, exchanges } = requirement.evidence;
  const cited = exchanges
    .filter((number) => plan.listed.has(number))
    .flatMap((number) => plan.exchanges.get(number) ?? []);
  const more = count - cited.length;
  if (cited.length === 0) {
    return count === 0 ? null : <p class="note">Evidence: {counted(count, 'exchange')}.</p>;
  }
  return (
    <details class="evidence">
      <summary>Evidence: {counted(count, 'exchange')}</summary>
      <ul>
        {cited.map((exchange) => (
          <li>
            <a href={`#exchange-${exchange.number}`}>
              <ExchangeLine exchange={exchange} />
            </a>
          </li>
        ))}
        {more > 0 ? <li class="note">and {numberText(more)} more</li> : null}
      </ul>
    </details>
  );
}

/** Passed requirements, folded, each with its evidence. */
export function Passed({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const passed = withVerdict(report, 'passed');
  return passed.length === 0 ? null : (
    <FoldedSection anchor="passed" title="Passed" count={passed.length} entries>
      <RequirementRows requirements={passed} plan={plan} />
    </FoldedSection>
  );
}
