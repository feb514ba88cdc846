import type { VNode } from 'preact';
import { byReason, withVerdict } from '../by-verdict.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { capitalised, counted } from '../words.ts';
import type { PagePlan } from './page-plan.ts';
import { FoldedSection, Reason } from './parts.tsx';
import { RequirementRows } from './requirement-rows.tsx';

/** Undecided requirements by reason. */
export function Undecided(props: {
  verdict: 'inconclusive' | 'skipped';
  title: string;
  report: Report;
  plan: PagePlan;
}): VNode | null {
  const { verdict, title, report, plan } = props;
  const requirements = withVerdict(report, verdict);
  return requirements.length === 0 ? null : (
    <section id={verdict} data-entries>
      <h2>
        {title} <span class="count">{requirements.length}</span>
      </h2>
      {byReason(requirements).map((group) => (
        <div class="reason" data-entries>
          <p>
            <Reason text={capitalised(group.reason)} />
          </p>
          <details>
            <summary>{summaryText(group.requirements)}</summary>
            <RequirementRows requirements={group.requirements} plan={plan} />
          </details>
        </div>
      ))}
    </section>
  );
}

/** Requirements that a load does not test, folded, by reason. */
export function LeftToRun({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const undecided = withVerdict(report, 'skipped', 'inconclusive');
  return !isOfLoad(report) || undecided.length === 0 ? null : (
    <FoldedSection anchor="left-to-run" title="Not tested by a load" count={undecided.length} entries>
      {byReason(undecided).map(({ reason, requirements }) => (
        <div class="reason" data-entries>
          <p>
            <Reason text={capitalised(reason)} />
          </p>
          <RequirementRows requirements={requirements} plan={plan} />
        </div>
      ))}
    </FoldedSection>
  );
}

/** `create/safe, MUST`, or `17 requirements, 13 of them MUST`. */
function summaryText(requirements: readonly ReportRequirement[]): string {
  const [only] = requirements;
  if (only !== undefined && requirements.length === 1) {
    return `${only.id}, ${only.level}`;
  }
  const must = requirements.filter(({ level }) => level === 'MUST').length;
  return `${counted(requirements.length, 'requirement')}, ${must} of them MUST`;
}
