import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { withVerdict } from './by-verdict.ts';
import { exchangesByNumber } from './example.ts';
import { Load } from './html/load.tsx';
import { CountsTable, Facts, HowItRan, VerdictBanner } from './html/overview.tsx';
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
import { contentSecurityPolicyOf, styleSheet } from './html/style.ts';
import { isOfLoad } from './load-report.ts';
import type { Report } from './report.ts';
import { verdictWord } from './verdict-sentence.ts';
import { visibleLine } from './visible-text.ts';

/** The report as one self-contained page: no script, no request, readable on a phone and on paper. */
export function renderHtml(report: Report): string {
  return `<!doctype html>\n${renderToString(<Page report={report} />)}\n`;
}

function Page({ report }: { report: Report }): VNode {
  const exchanges = exchangesByNumber(report);
  const requirements = {
    failed: withVerdict(report, 'failed'),
    warned: withVerdict(report, 'warned'),
    inconclusive: withVerdict(report, 'inconclusive'),
    skipped: withVerdict(report, 'skipped'),
    waived: withVerdict(report, 'waived'),
  };
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={contentSecurityPolicyOf(styleSheet)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{visibleLine(`${verdictWord(report)}: ${report.target.baseUrl}`)}</title>
        <style>{styleSheet}</style>
      </head>
      <body>
        <header>
          <VerdictBanner report={report} />
          <Contents report={report} />
          <Facts report={report} />
          {isOfLoad(report) ? null : <CountsTable {...report} />}
          <HowItRan {...report} />
        </header>
        <main>
          <Load report={report} />
          <Violations
            anchor="failed"
            title="Failed"
            requirements={requirements.failed}
            exchanges={exchanges}
          />
          <Violations
            anchor="warned"
            title="Warnings"
            requirements={requirements.warned}
            exchanges={exchanges}
          />
          <PlanLimits {...report} />
          <Undecided
            anchor="waived"
            title="Waived"
            requirements={requirements.waived}
            exchanges={exchanges}
          />
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
        </main>
        <Legend />
      </body>
    </html>
  );
}

function Contents({ report }: { report: Report }): VNode {
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
  const shown = entries.filter(([verdict]) => !leftToRun.includes(verdict));
  const counted = shown.map(([verdict, title]) => ({
    verdict,
    title,
    count: withVerdict(report, verdict).length,
  }));
  return (
    <nav aria-label="Contents">
      {report.load === null ? null : <a href="#load">Load</a>}
      {report.planLimits.length === 0 ? null : (
        <a href="#plan-limits">Plan limits ({report.planLimits.length})</a>
      )}
      {counted
        .filter(({ count }) => count > 0)
        .map(({ verdict, title, count }) => (
          <a href={`#${verdict}`}>
            {title} ({count})
          </a>
        ))}
    </nav>
  );
}

function Legend(): VNode {
  return (
    <footer>
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
    </footer>
  );
}
