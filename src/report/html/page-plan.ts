import { exchangesByNumber, smallestExample } from '../example.ts';
import type { Report, ReportExchange, ReportExchanges, ReportFinding, ReportRequirement } from '../report.ts';
import { cutText, visibleText } from '../words.ts';
import { longest } from './parts.tsx';

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
/** Markup around the texts of each, in bytes. */
const overhead = { finding: 1_400, whole: 500, line: 200 };
/** The factor for differences, which may mark every other character. */
const markedTwice = 2;

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
  return {
    exchanges,
    findings: plannedFindings(report, exchanges, budget.findings * share),
    listed: within(budget.listed * share, ranked, (number) => lineSize(exchanges.get(number))),
    whole: within(budget.whole * share, ranked, (number) => exchangeSize(exchanges.get(number))),
  };
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
  exchanges: ReportExchanges,
  bytes: number,
): ReadonlyMap<string, number> {
  const violated = requirements.filter(({ findings }) => findings.length > 0);
  const shown = new Map(violated.map(({ id }) => [id, 0]));
  let left = bytes;
  for (let round = 0; round < mostFindings; round += 1) {
    for (const { id, findings } of violated.filter((one) => shown.get(one.id) === round)) {
      const finding = findings[round];
      const size = finding === undefined ? 0 : findingSize(finding, exchanges);
      if (finding !== undefined && size <= left) {
        left -= size;
        shown.set(id, round + 1);
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

function findingSize(finding: ReportFinding, exchanges: ReportExchanges): number {
  const { message, expected, actual, curl, rerun } = finding;
  const example = smallestExample(finding, exchanges);
  return (
    overhead.finding +
    markupSize(message, longest.line) +
    (markupSize(expected, longest.line) + markupSize(actual, longest.line)) * markedTwice +
    (curl === null || curl.length > longest.curl ? 0 : markupSize(curl, longest.curl)) +
    markupSize(rerun, longest.curl) +
    lineSize(example) +
    bodySize(example, longest.bodyInShort)
  );
}

function lineSize(exchange: ReportExchange | undefined): number {
  return exchange === undefined
    ? 0
    : overhead.line +
        markupSize(exchange.request.target, longest.target) +
        markupSize(exchange.failure?.detail ?? '', longest.target);
}

function exchangeSize(exchange: ReportExchange | undefined): number {
  const { request, response = null } = exchange ?? {};
  const head = [...(request?.headers ?? []), ...(response?.headers ?? [])].map((field) => field.join(': '));
  return (
    overhead.whole +
    markupSize(request?.target ?? '', longest.head) +
    markupSize(exchange?.failure?.detail ?? '', longest.head) +
    markupSize(head.join('\n'), 2 * longest.head) +
    bodySize(exchange, longest.body)
  );
}

function bodySize(exchange: ReportExchange | undefined, maximum: number): number {
  return (
    markupSize(exchange?.request.body ?? '', maximum) + markupSize(exchange?.response?.body ?? '', maximum)
  );
}

/** How many bytes a text takes in a page, kept to `maximum` characters: made visible, escaped, in UTF-8. */
function markupSize(text: string, maximum: number): number {
  const visible = visibleText(cutText(text, maximum).text);
  const escaped = visible.match(/[<&"]/g)?.length ?? 0;
  return Buffer.byteLength(visible) + escaped * 5;
}
