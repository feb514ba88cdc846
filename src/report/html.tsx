import type { VNode } from 'preact';
import { withVerdict } from './by-verdict.ts';
import { exchangesByNumber } from './example.ts';
import { type ContentsEntry, renderDocument } from './html/document-shell.tsx';
import { Load } from './html/load.tsx';
import { CountsTable, Facts, HowItRan, VerdictBanner } from './html/overview.tsx';
import type { HtmlAssets } from './html/page-assets.ts';
import { PlanLimits } from './html/plan-limits.tsx';
import {
  Exchanges,
  LeftBehind,
  LeftToRun,
  Observed,
  Passed,
  Undecided,
  Violations,
} from './html/sections.tsx';
import { Waivers } from './html/waivers.tsx';
import { isOfLoad } from './load-report.ts';
import type { Report } from './report.ts';
import { verdictWord } from './verdict-sentence.ts';

/** The report as one page: no request, no script needed, readable on a phone and on paper. */
export function renderHtml(report: Report, assets: HtmlAssets = 'inline'): string {
  return renderDocument({
    title: `${verdictWord(report)}: ${report.target.baseUrl}`,
    header: <Head report={report} />,
    contents: contentsOf(report),
    children: <Sections report={report} />,
    footer: <Legend />,
    assets,
  });
}

function Head({ report }: { report: Report }): VNode {
  return (
    <>
      <VerdictBanner report={report} />
      <Facts report={report} />
      {isOfLoad(report) ? null : <CountsTable {...report} />}
      <HowItRan {...report} />
    </>
  );
}

function Sections({ report }: { report: Report }): VNode {
  const exchanges = exchangesByNumber(report);
  const requirements = {
    failed: withVerdict(report, 'failed'),
    warned: withVerdict(report, 'warned'),
    inconclusive: withVerdict(report, 'inconclusive'),
    skipped: withVerdict(report, 'skipped'),
    waived: withVerdict(report, 'waived'),
  };
  return (
    <>
      <Load report={report} />
      <Violations anchor="failed" title="Failed" requirements={requirements.failed} exchanges={exchanges} />
      <Violations anchor="warned" title="Warnings" requirements={requirements.warned} exchanges={exchanges} />
      <PlanLimits {...report} />
      <Undecided anchor="waived" title="Waived" requirements={requirements.waived} exchanges={exchanges} />
      <Waivers report={report} />
      <Observed report={report} exchanges={exchanges} />
      {isOfLoad(report) ? null : (
        <>
          <Undecided
            anchor="inconclusive"
            title="Inconclusive"
            requirements={requirements.inconclusive}
            exchanges={exchanges}
          />
          <Undecided
            anchor="skipped"
            title="Skipped"
            requirements={requirements.skipped}
            exchanges={exchanges}
          />
        </>
      )}
      <Passed report={report} exchanges={exchanges} />
      <LeftToRun report={report} exchanges={exchanges} />
      <LeftBehind report={report} />
      <Exchanges report={report} />
    </>
  );
}

function contentsOf(report: Report): ContentsEntry[] {
  const entries = [
    ['failed', 'Failed'],
    ['warned', 'Warnings'],
    ['waived', 'Waived'],
    ['observed', 'Observed'],
    ['inconclusive', 'Inconclusive'],
    ['skipped', 'Skipped'],
    ['passed', 'Passed'],
  ] as const;
  const leftToRun: readonly string[] = isOfLoad(report) ? ['inconclusive', 'skipped'] : [];
  return [
    ...(report.load === null ? [] : [{ anchor: 'load', title: 'Load' }]),
    ...(report.planLimits.length === 0
      ? []
      : [{ anchor: 'plan-limits', title: 'Plan limits', count: String(report.planLimits.length) }]),
    ...entries
      .filter(([verdict]) => !leftToRun.includes(verdict))
      .map(([verdict, title]) => ({ anchor: verdict, title, number: withVerdict(report, verdict).length }))
      .filter(({ number }) => number > 0)
      .map(({ anchor, title, number }) => ({ anchor, title, count: String(number) })),
  ];
}

function Legend(): VNode {
  return (
    <>
      <h2>What the words mean</h2>
      <p>
        MUST: the interface document says it; a violation fails the run. SHOULD: a standard of HTTP services;
        a violation is a warning. OBSERVE: the document leaves it open; whatever the service does is right.
      </p>
      <p>
        Passed: seen to hold. Failed, warned: a deviation was seen. Observed: recorded, nothing to judge. Not
        tested: the run was not given what it needs. Inconclusive: it tried, and what came decides nothing.
        Waived: violated, and known. Keys never stand in a report: <code>$ANIMAL_STORE_API_KEY</code> stands
        for the key.
      </p>
    </>
  );
}
