import type { VNode } from 'preact';
import { withVerdict } from '../by-verdict.ts';
import type { Report } from '../report.ts';
import { FoldedSection } from './folded-section.tsx';
import type { PagePlan } from './page-plan.ts';
import { RequirementRows } from './requirement-rows.tsx';

/** Passed requirements, folded, each with its evidence. */
export function Passed({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const passed = withVerdict(report, 'passed');
  return passed.length === 0 ? null : (
    <FoldedSection anchor="passed" title="Passed" count={passed.length} entries>
      <RequirementRows requirements={passed} plan={plan} />
    </FoldedSection>
  );
}
