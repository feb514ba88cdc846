import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { exchangesByNumber } from '../example.ts';
import type { Report, ReportExchange, ReportExchanges, ReportFinding, ReportRequirement } from '../report.ts';
import { CitedExchange } from './exchange-view.tsx';
import { Finding } from './finding-card.tsx';

/** The content of a page, planned so that it stays below 2 MB. */
export interface PagePlan {
  readonly exchanges: ReportExchanges;
  /** The number of findings to show of each violated requirement, by its id. */
  readonly findings: ReadonlyMap<string, number>;
  /** The listed exchanges, and those among them with header fields and bodies. */
  readonly listed: ReadonlySet<number>;
  readonly whole: ReadonlySet<number>;
}

/** Requirements to show, with the plan of the page. */
export interface Listed {
  readonly report: Report;
  readonly plan: PagePlan;
  readonly requirements: readonly ReportRequirement[];
}

/** The maximum size of each part in bytes; a page with all other parts stays below 2 MB. */
const budget = { findings: 600_000, whole: 600_000, listed: 350_000 };
const mostFindings = 8;
/** The remaining share of each bound if the page has charts of plan limits or of a load. */
const shareBesidePictures = 0.6;

/**
 * Decides what to omit, in this order: header fields and bodies of exchanges that support passed requirements, then of
 * those for observations and inconclusive requirements, then of further examples of violations, then of
 * counterexamples; then the lines of exchanges in the same order; then further findings of a requirement, from the last
 * requirement on.
 */
export function planPage(report: Report): PagePlan {
  const exchanges = exchangesByNumber(report);
  const share = report.planLimits.length === 0 && report.load === null ? 1 : shareBesidePictures;
  const ranked = rankedExchanges(report).filter((number) => exchanges.has(number));
  const exchangeSize = (whole: boolean) => (number: number) =>
    sizeOf(<CitedExchange exchange={exchanges.get(number) as ReportExchange} whole={whole} />);
  const listed = within(budget.listed * share, ranked, exchangeSize(false));
  const whole = within(budget.whole * share, ranked, exchangeSize(true));
  const bare = { exchanges, listed, whole, findings: new Map() };
  const findingSize = (requirement: ReportRequirement, finding: ReportFinding) =>
    sizeOf(<Finding requirement={requirement} finding={finding} plan={bare} />);
  return { ...bare, findings: plannedFindings(report, findingSize, budget.findings * share) };
}

/** How many bytes a part takes in the page. */
function sizeOf(part: VNode): number {
  return Buffer.byteLength(renderToString(part));
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

function plannedFindings(
  { requirements }: Report,
  sizeOf: (requirement: ReportRequirement, finding: ReportFinding) => number,
  bytes: number,
): ReadonlyMap<string, number> {
  const violated = requirements.filter(({ findings }) => findings.length > 0);
  const shown = new Map(violated.map(({ id }) => [id, 0]));
  let left = bytes;
  for (let round = 0; round < mostFindings; round += 1) {
    for (const requirement of violated.filter(({ id }) => shown.get(id) === round)) {
      const finding = requirement.findings[round];
      const size = finding === undefined ? Number.POSITIVE_INFINITY : sizeOf(requirement, finding);
      if (size <= left) {
        left -= size;
        shown.set(requirement.id, round + 1);
      }
    }
  }
  return shown;
}

/** The first ones that fit into the size. */
function within(bytes: number, numbers: readonly number[], size: (number: number) => number): Set<number> {
  const kept = new Set<number>();
  let left = bytes;
  for (const number of numbers) {
    left -= size(number);
    if (left < 0) {
      break;
    }
    kept.add(number);
  }
  return kept;
}
