import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { exchangesByNumber } from '../example.ts';
import type { Report, ReportExchanges, ReportRequirement } from '../report.ts';
import { CitedExchange } from './exchange-view.tsx';
import { Finding } from './finding-card.tsx';

/** The content of a page, planned so that it stays below 2 MB. */
export interface PagePlan {
  readonly exchanges: ReportExchanges;
  /** The number of findings to show of each violated requirement, by its id. */
  readonly findings: ReadonlyMap<string, number>;
  /** The exchanges that the page shows. */
  readonly listed: ReadonlySet<number>;
}

/** Requirements to show, with the plan of the page. */
export interface Listed {
  readonly report: Report;
  readonly plan: PagePlan;
  readonly requirements: readonly ReportRequirement[];
}

/** The maximum size of each part in bytes; a page with all other parts stays below 2 MB. */
const budget = { findings: 600_000, exchanges: 900_000 };
const mostFindings = 8;
/** The remaining share of each bound if the page has charts of plan limits or of a load. */
const shareBesidePictures = 0.6;

/**
 * Decides what to omit, in this order: exchanges that support passed requirements, then those for observations and
 * inconclusive requirements, then further examples of violations, then counterexamples; then further findings of a
 * requirement, from the last requirement on.
 */
export function planPage(report: Report): PagePlan {
  const exchanges = exchangesByNumber(report);
  const share = report.planLimits.length === 0 && report.load === null ? 1 : shareBesidePictures;
  const ranked = rankedExchanges(report).flatMap((number) => exchanges.get(number) ?? []);
  const listed = within(budget.exchanges * share, ranked, (exchange) => (
    <CitedExchange exchange={exchange} />
  ));
  const bare = { exchanges, listed: new Set(listed.map(({ number }) => number)), findings: new Map() };
  const findings = new Map<string, number>();
  const shown = within(budget.findings * share, rankedFindings(report), ({ requirement, finding }) => (
    <Finding requirement={requirement} finding={finding} plan={bare} />
  ));
  for (const { requirement } of shown) {
    findings.set(requirement.id, (findings.get(requirement.id) ?? 0) + 1);
  }
  return { ...bare, findings };
}

/** The first items that fit into so many bytes of the page. */
function within<Item>(bytes: number, items: readonly Item[], shown: (item: Item) => VNode): Item[] {
  let left = bytes;
  const tooMany = items.findIndex((item) => {
    left -= Buffer.byteLength(renderToString(shown(item)));
    return left < 0;
  });
  return items.slice(0, tooMany === -1 ? items.length : tooMany);
}

/** The first findings of all violated requirements, then the second ones, and so on. */
function rankedFindings({ requirements }: Report) {
  return Array.from({ length: mostFindings }, (_, round) =>
    requirements.flatMap((requirement) =>
      requirement.findings.slice(round, round + 1).map((finding) => ({ requirement, finding })),
    ),
  ).flat();
}

/** The cited exchanges, the most important first. */
function rankedExchanges({ requirements, exchanges }: Report): number[] {
  const violated = requirements.filter(({ findings }) => findings.length > 0);
  const findings = (['MUST', 'SHOULD'] as const).flatMap((level) =>
    violated.filter((one) => one.level === level).flatMap((one) => one.findings),
  );
  const evidence = (passed: boolean) =>
    requirements
      .filter(({ verdict }) => (verdict === 'passed') === passed)
      .flatMap((requirement) => requirement.evidence.exchanges);
  return [
    ...new Set([
      ...findings.flatMap((finding) => finding.exchanges.slice(0, 1)),
      ...findings.flatMap((finding) => finding.related.map(({ exchange }) => exchange)),
      ...findings.flatMap((finding) => finding.exchanges.slice(1)),
      ...evidence(false),
      ...evidence(true),
      ...exchanges.map(({ number }) => number),
    ]),
  ];
}
