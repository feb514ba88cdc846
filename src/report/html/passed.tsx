import type { VNode } from 'preact';
import { withVerdict } from '../by-verdict.ts';
import type { Report } from '../report.ts';
import type { PagePlan } from './page-plan.ts';
import { RequirementRow } from './requirement-row.tsx';

/** What was seen to hold, folded, each with the exchanges that show it. */
export function Passed({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const passed = withVerdict(report, 'passed');
  return passed.length === 0 ? null : (
    <details class="section" id="passed" data-entries>
      <summary>
        <h2>
          Passed <span class="count">{passed.length}</span>
        </h2>
      </summary>
      <ul class="rows">
        {passed.map((requirement) => (
          <RequirementRow requirement={requirement} plan={plan} />
        ))}
      </ul>
    </details>
  );
}
