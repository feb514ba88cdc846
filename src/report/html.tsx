import type { VNode } from 'preact';
import type { RequirementVerdict } from '../verdict/requirement.ts';
import { animalsCreated, withVerdict } from './by-verdict.ts';
import { type ContentsEntry, renderDocument } from './html/document-shell.tsx';
import { Exchanges } from './html/exchange-view.tsx';
import { CreatedAnimals, Facts, HowItRan } from './html/facts.tsx';
import { Glance } from './html/glance.tsx';
import { Legend } from './html/legend.tsx';
import { Load } from './html/load.tsx';
import { Observed } from './html/observed.tsx';
import type { HtmlAssets } from './html/page-assets.ts';
import { type PagePlan, planPage } from './html/page-plan.ts';
import { PlanLimits } from './html/plan-limits.tsx';
import { Passed } from './html/requirement-rows.tsx';
import { hasTrace, Traceability } from './html/traceability.tsx';
import { LeftToRun, Undecided } from './html/undecided.tsx';
import { VerdictBanner } from './html/verdict-banner.tsx';
import { Violations } from './html/violations.tsx';
import { Fixed, OfferedWaivers, Waivers } from './html/waivers.tsx';
import { isOfLoad } from './load-text.ts';
import type { Report, ReportRequirement } from './report.ts';
import { verdictWord } from './verdict-sentence.ts';
import { waivedWays } from './waived-ways.ts';
import { numberText } from './words.ts';

/** The report as one page below 2 MB: no request, no script needed, readable on a phone and on paper. */
export function renderHtml(report: Report, assets: HtmlAssets = 'inline'): string {
  const plan = planPage(report);
  const sections = sectionsOf(report, plan);
  return renderDocument({
    title: `${verdictWord(report)}: ${report.target.baseUrl}`,
    header: (
      <>
        <VerdictBanner report={report} plan={plan} />
        <Facts report={report} />
        <HowItRan report={report} />
      </>
    ),
    contents: sections.flatMap(({ entry }) => entry ?? []),
    children: sections.map(({ content }) => content),
    footer: <Legend report={report} />,
    assets,
  });
}

interface Section {
  /** `null` for one that the contents leave out. */
  readonly entry: ContentsEntry | null;
  readonly content: VNode;
}

/** The sections that this report has, in the order of the page. */
function sectionsOf(report: Report, plan: PagePlan): Section[] {
  const both = { report, plan };
  const isRun = !isOfLoad(report);
  const planLimits = section(
    'plan-limits',
    'Plan limits',
    report.planLimits.length,
    <PlanLimits {...report} />,
  );
  const count = (verdict: RequirementVerdict) => withVerdict(report, verdict).length;
  const violations = (anchor: string, title: string, requirements: readonly ReportRequirement[]) => {
    const content = <Violations {...both} anchor={anchor} title={title} requirements={requirements} />;
    return section(anchor, title, requirements.length, content);
  };
  const undecided = (verdict: 'inconclusive' | 'skipped', title: string) =>
    section(
      verdict,
      title,
      isRun ? count(verdict) : 0,
      <Undecided {...both} verdict={verdict} title={title} />,
    );
  return [
    ...section('load', 'Load', report.load !== null, <Load report={report} />),
    ...violations('failed', 'Failed', withVerdict(report, 'failed')),
    ...violations('warned', 'Warnings', withVerdict(report, 'warned')),
    ...waivedWays(report).flatMap((way) => violations(way.anchor, way.title, way.requirements)),
    ...section('fixed', 'Fixed', report.baseline?.fixed.length ?? 0, <Fixed report={report} />),
    ...section('waivers', 'Waivers', report.waivers.length, <Waivers report={report} />),
    { entry: null, content: <OfferedWaivers report={report} /> },
    ...(isOfPlanLimits(report) ? planLimits : []),
    ...section('glance', 'Overview', isRun, <Glance report={report} />),
    ...section('observed', 'Observed behaviour', count('observed'), <Observed {...both} />),
    ...undecided('inconclusive', 'Inconclusive'),
    ...undecided('skipped', 'Not tested'),
    ...(isOfPlanLimits(report) ? [] : planLimits),
    ...section('passed', 'Passed', count('passed'), <Passed {...both} />),
    { entry: null, content: <LeftToRun {...both} /> },
    ...section('traceability', 'Traceability', hasTrace(report), <Traceability report={report} />),
    ...section(
      'created-animals',
      'Animals created',
      animalsCreated(report),
      <CreatedAnimals report={report} />,
    ),
    ...section('exchanges', 'Exchanges', report.exchanges.length, <Exchanges {...both} />),
  ];
}

/** Whether the run selected only plan limits, which are then the main part of the page. */
function isOfPlanLimits({ run }: Report): boolean {
  return run.selected.every((id) => id.startsWith('quota/'));
}

/** @param size how many there are of what it shows, or whether there is anything */
function section(anchor: string, title: string, size: number | boolean, content: VNode): Section[] {
  const entry = { anchor, title, ...(typeof size === 'number' ? { count: numberText(size) } : {}) };
  return size ? [{ entry, content }] : [];
}
