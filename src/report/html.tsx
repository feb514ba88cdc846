import type { VNode } from 'preact';
import type { RequirementVerdict } from '../verdict/requirement.ts';
import { animalsCreated, withVerdict } from './by-verdict.ts';
import { Across } from './html/across.tsx';
import { renderDocument } from './html/document-shell.tsx';
import { Exchanges } from './html/exchange-view.tsx';
import { CreatedAnimals, Facts, HowItRan } from './html/facts.tsx';
import { Violations } from './html/finding-card.tsx';
import { Glance, Legend } from './html/glance.tsx';
import { Load } from './html/load.tsx';
import type { HtmlAssets } from './html/page-assets.ts';
import { type Listed, type PagePlan, planPage } from './html/page-plan.tsx';
import { type SectionLook, type ShownSection, section } from './html/parts.tsx';
import { PlanLimits } from './html/plan-limits.tsx';
import { Observed, RequirementRows, Undecided } from './html/requirement-rows.tsx';
import { Traceability } from './html/traceability.tsx';
import { VerdictBanner } from './html/verdict-banner.tsx';
import { Fixed, OfferedWaivers, Waivers } from './html/waivers.tsx';
import { isOfLoad } from './load-text.ts';
import type { Report, ReportRequirement } from './report.ts';
import { verdictWord } from './verdict-sentence.ts';
import { withoutWaiver } from './waiver-lines.ts';
import { counted } from './words.ts';

/** The report as one page below 2 MB: no request, no script needed, readable on a phone and on paper. */
export function renderHtml(report: Report, assets: HtmlAssets = 'inline'): string {
  const plan = planPage(report);
  return renderDocument({
    title: `${verdictWord(report)}: ${report.target.baseUrl}`,
    header: (
      <>
        <VerdictBanner report={report} plan={plan} />
        <Facts report={report} />
        <HowItRan report={report} />
      </>
    ),
    sections: sectionsOf(report, plan),
    footer: <Legend report={report} />,
    assets,
  });
}

function sectionsOf(report: Report, plan: PagePlan): ShownSection[] {
  const listing = (
    anchor: string,
    title: string,
    requirements: readonly ReportRequirement[],
    List: (props: Listed) => VNode,
    look: SectionLook = 'entries',
  ) => {
    const content = <List report={report} plan={plan} requirements={requirements} />;
    return section(anchor, title, requirements.length, content, look);
  };
  const having = (...verdicts: RequirementVerdict[]) => withVerdict(report, ...verdicts);
  const isRun = !isOfLoad(report);
  const keys = report.planLimits.length > 0 && counted(report.planLimits.length, 'key');
  const planLimits = section('plan-limits', 'Plan limits', keys, <PlanLimits {...report} />);
  const animals = animalsCreated(report);
  return [
    ...section('load', 'Load', report.load !== null, <Load report={report} />),
    ...listing('failed', 'Failed', having('failed'), Violations),
    ...listing('warned', 'Warnings', having('warned'), Violations),
    ...listing('waived', 'Waived', having('waived'), Violations),
    ...section('fixed', 'Fixed', report.baseline?.fixed.length ?? 0, <Fixed report={report} />),
    ...section('waivers', 'Waivers', report.waivers.length, <Waivers report={report} />),
    ...listing(
      'waiver-entries',
      'Waivers for these failures',
      withoutWaiver(report),
      OfferedWaivers,
      'folded',
    ),
    ...section(
      'across',
      'Across a restart or deployment',
      report.across !== null,
      <Across report={report} />,
    ),
    ...(isOfPlanLimits(report) ? planLimits : []),
    ...section('glance', 'Overview', isRun, <Glance report={report} />),
    ...listing('observed', 'Observed behaviour', having('observed'), Observed),
    ...listing('inconclusive', 'Inconclusive', isRun ? having('inconclusive') : [], Undecided),
    ...listing('skipped', 'Not tested', isRun ? having('skipped') : [], Undecided),
    ...(isOfPlanLimits(report) ? [] : planLimits),
    ...listing('passed', 'Passed', having('passed'), RequirementRows, 'folded entries'),
    ...listing(
      'left-to-run',
      'Not tested by a load',
      isRun ? [] : having('skipped', 'inconclusive'),
      Undecided,
      'folded entries',
    ),
    ...section('traceability', 'Traceability', isRun, <Traceability report={report} />, 'folded'),
    ...section('created-animals', 'Animals created', animals, <CreatedAnimals report={report} />, 'folded'),
    ...section(
      'exchanges',
      'Exchanges cited',
      report.exchanges.length,
      <Exchanges report={report} plan={plan} />,
      'folded entries',
    ),
  ];
}

/** Whether the run selected only plan limits, which are then the main part of the page. */
function isOfPlanLimits({ run }: Report): boolean {
  return run.selected.every((id) => id.startsWith('quota/'));
}
