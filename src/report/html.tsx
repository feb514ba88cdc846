import type { VNode } from 'preact';
import { animalsLeft, withVerdict } from './by-verdict.ts';
import { type ContentsEntry, renderDocument } from './html/document-shell.tsx';
import { Exchanges } from './html/exchanges.tsx';
import { Facts, HowItRan } from './html/facts.tsx';
import { Fixed } from './html/fixed.tsx';
import { Glance } from './html/glance.tsx';
import { LeftBehind } from './html/left-behind.tsx';
import { Legend } from './html/legend.tsx';
import { Load } from './html/load.tsx';
import { Observed } from './html/observed.tsx';
import { OfferedWaivers } from './html/offered-waivers.tsx';
import type { HtmlAssets } from './html/page-assets.ts';
import { type PagePlan, planPage } from './html/page-plan.ts';
import { Passed } from './html/passed.tsx';
import { PlanLimits } from './html/plan-limits.tsx';
import { hasTrace, Traceability } from './html/traceability.tsx';
import { LeftToRun, Undecided } from './html/undecided.tsx';
import { VerdictBanner } from './html/verdict-banner.tsx';
import { Violations } from './html/violations.tsx';
import { Waivers } from './html/waivers.tsx';
import { isOfLoad } from './load-report.ts';
import { numberText } from './number-text.ts';
import type { Report } from './report.ts';
import { verdictWord } from './verdict-sentence.ts';
import { waivedWays } from './waived-ways.ts';

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
    contents: contentsOf(report),
    children: <Sections report={report} plan={plan} />,
    footer: <Legend report={report} />,
    assets,
  });
}

function Sections({ report, plan }: { report: Report; plan: PagePlan }): VNode {
  const violations = { report, plan };
  return (
    <>
      <Load report={report} />
      <Violations
        {...violations}
        anchor="failed"
        title="Failed"
        requirements={withVerdict(report, 'failed')}
      />
      <Violations
        {...violations}
        anchor="warned"
        title="Warnings"
        requirements={withVerdict(report, 'warned')}
      />
      {waivedWays(report).map(({ anchor, title, requirements }) => (
        <Violations {...violations} anchor={anchor} title={title} requirements={requirements} />
      ))}
      <Fixed report={report} />
      <Waivers report={report} />
      <OfferedWaivers report={report} />
      {isOfPlanLimits(report) ? <PlanLimits {...report} /> : null}
      {isOfLoad(report) ? null : <Glance report={report} />}
      <Observed report={report} plan={plan} />
      {isOfLoad(report) ? null : (
        <>
          <Undecided verdict="inconclusive" title="Inconclusive" report={report} plan={plan} />
          <Undecided verdict="skipped" title="Not tested" report={report} plan={plan} />
        </>
      )}
      {isOfPlanLimits(report) ? null : <PlanLimits {...report} />}
      <Passed report={report} plan={plan} />
      <LeftToRun report={report} plan={plan} />
      <Traceability report={report} />
      <LeftBehind report={report} />
      <Exchanges report={report} plan={plan} />
    </>
  );
}

/** The sections that this report has, in the order of the page. */
function contentsOf(report: Report): ContentsEntry[] {
  const ofLoad = isOfLoad(report);
  const planLimits = entry('plan-limits', 'Plan limits', report.planLimits.length);
  const verdict = (name: Parameters<typeof withVerdict>[1], title: string) =>
    entry(name, title, withVerdict(report, name).length);
  return [
    ...(report.load === null ? [] : [{ anchor: 'load', title: 'Load' }]),
    ...verdict('failed', 'Failed'),
    ...verdict('warned', 'Warnings'),
    ...waivedWays(report).flatMap(({ anchor, title, requirements }) =>
      entry(anchor, title, requirements.length),
    ),
    ...entry('fixed', 'Fixed', report.baseline?.fixed.length ?? 0),
    ...entry('waivers', 'Waivers', report.waivers.length),
    ...(isOfPlanLimits(report) ? planLimits : []),
    ...(ofLoad ? [] : [{ anchor: 'glance', title: 'Overview' }]),
    ...verdict('observed', 'Observed behaviour'),
    ...(ofLoad ? [] : verdict('inconclusive', 'Inconclusive')),
    ...(ofLoad ? [] : verdict('skipped', 'Not tested')),
    ...(isOfPlanLimits(report) ? [] : planLimits),
    ...verdict('passed', 'Passed'),
    ...(hasTrace(report) ? [{ anchor: 'traceability', title: 'Traceability' }] : []),
    ...entry('left-behind', 'Animals created', animalsLeft(report)),
    ...entry('exchanges', 'Exchanges', report.exchanges.length),
  ];
}

/** Whether the run was asked for nothing else: then they are what its reader came for. */
function isOfPlanLimits({ run }: Report): boolean {
  return run.selected.every((id) => id.startsWith('quota/'));
}

function entry(anchor: string, title: string, count: number): ContentsEntry[] {
  return count === 0 ? [] : [{ anchor, title, count: numberText(count) }];
}
