import type { VNode } from 'preact';
import { byReason, withVerdict } from '../by-verdict.ts';
import { counted } from '../counted.ts';
import { isOfLoad } from '../load-report.ts';
import type { Report, ReportRequirement } from '../report.ts';
import type { PagePlan } from './page-plan.ts';
import { RequirementRow } from './requirement-row.tsx';
import { Line } from './text.tsx';

/** What was not decided, by reason, with what would change it. */
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
            <Line text={sentence(group.reason)} />
          </p>
          <details>
            <summary>{summaryText(group.requirements)}</summary>
            <Rows requirements={group.requirements} plan={plan} />
          </details>
        </div>
      ))}
    </section>
  );
}

/** What a load leaves to the command `run`, folded, by reason. */
export function LeftToRun({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const undecided = withVerdict(report, 'skipped', 'inconclusive');
  return !isOfLoad(report) || undecided.length === 0 ? null : (
    <details class="section" id="left-to-run" data-entries>
      <summary>
        <h2>
          Left to the command run <span class="count">{undecided.length}</span>
        </h2>
      </summary>
      {byReason(undecided).map(({ reason, requirements }) => (
        <div class="reason" data-entries>
          <p>
            <Line text={sentence(reason)} />
          </p>
          <Rows requirements={requirements} plan={plan} />
        </div>
      ))}
    </details>
  );
}

function Rows(props: { requirements: readonly ReportRequirement[]; plan: PagePlan }): VNode {
  return (
    <ul class="rows">
      {props.requirements.map((requirement) => (
        <RequirementRow requirement={requirement} plan={props.plan} />
      ))}
    </ul>
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

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
