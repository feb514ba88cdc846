import { groupedBy } from '../../grouped-by.ts';
import { byReason, isUndecided } from '../by-verdict.ts';
import type { CorePart, ReportCoverage, ReportExchange, ReportRequirement } from '../report.ts';
import { bounded, counted, listed, numberText } from '../words.ts';
import type { RunRecord } from './run-record.ts';

/** The default minimum share of selected MUST requirements that must be decided. */
const usualMinDecided = 0.67;

/** The core parts that every verdict requires, by group of the catalogue. */
const coreParts: readonly { readonly part: CorePart; readonly group: string }[] = [
  { part: 'authentication', group: 'auth' },
  { part: 'list', group: 'list' },
  { part: 'create', group: 'create' },
  { part: 'get', group: 'get' },
  { part: 'error bodies', group: 'errors' },
];

/**
 * The number of selected MUST requirements that were decided, and whether it suffices to call a service conformant. A
 * requirement counts unless it was not selected, or was skipped for lack of an option; those beyond the request or time
 * budget count. With a share of 1, all selected requirements must be decided. A core part applies if one of its MUST
 * requirements counts.
 */
export function coverageOf(decided: readonly ReportRequirement[], run: RunRecord): ReportCoverage {
  const { minDecided = usualMinDecided } = run.header;
  const { catalogue } = run.header;
  const must = decided.filter(({ level, since = 1 }) => level === 'MUST' && since <= catalogue);
  const leftIn = must.filter((row) => isLeftIn(row, run));
  const required = minDecided === 1 ? must.filter(({ id }) => run.header.selected.includes(id)) : leftIn;
  const undecided = required.filter(({ verdict }) => isUndecided(verdict));
  const core = coreParts.flatMap(({ part, group }) => {
    const rows = leftIn.filter((row) => row.group === group);
    return rows.length === 0 ? [] : [{ part, decided: rows.some((row) => isDecidedFromWhole(row, run)) }];
  });
  const coverage = {
    required: required.length,
    decided: required.length - undecided.length,
    minDecided,
    core,
  };
  return { ...coverage, shortfall: shortfallOf(coverage, undecided, run) };
}

function isLeftIn({ id, verdict }: ReportRequirement, run: RunRecord): boolean {
  return (
    run.header.selected.includes(id) &&
    (verdict !== 'skipped' ||
      run.requirements.get(id)?.finished.some(({ budget }) => budget === true) === true)
  );
}

function isDecidedFromWhole({ id, verdict }: ReportRequirement, run: RunRecord): boolean {
  return (
    !isUndecided(verdict) &&
    [...(run.requirements.get(id)?.evidence ?? [])].some((number) => isWhole(run.exchanges.get(number)))
  );
}

/** Whether a response is complete and from the service itself, not from a limiter or a gateway. */
function isWhole(exchange: ReportExchange | undefined): boolean {
  const status = exchange?.failure === null ? (exchange.response?.status ?? 0) : 0;
  return status > 0 && status < 500 && status !== 429;
}

function shortfallOf(
  coverage: Omit<ReportCoverage, 'shortfall'>,
  undecided: readonly ReportRequirement[],
  run: RunRecord,
): string | null {
  const { required, decided, minDecided, core } = coverage;
  // Tolerates the rounding of the share.
  const needed = Math.ceil(required * minDecided - 1e-9);
  const cause = wrongResponses(run) ?? commonReason(undecided);
  if (decided < needed) {
    return `${cause}; ${decided} of ${required} MUST requirements were decided, ${needed} are needed (--min-decided ${minDecided})`;
  }
  const missing = core.filter((part) => !part.decided).map(({ part }) => part);
  return missing.length === 0
    ? null
    : `${cause}; no whole response decided a MUST requirement of ${listed(missing, 'or')}`;
}

const longestReason = 200;
/** A kind of failure must affect at least one in this many responses to explain missing evidence. */
const rarestShare = 5;

/** The ways in which an exchange is no evidence, with the continuation of a sentence after `12 of 20`. */
const ways = {
  unanswered: 'requests got no response',
  unreadable: 'responses were unreadable',
  limited: 'responses were 429 Too Many Requests',
  failing: 'responses were 5xx server errors',
} as const;

type Way = keyof typeof ways;

function wrongResponses({ exchanges }: RunRecord): string | null {
  const seen = [...exchanges.values()].filter(({ failure }) => failure?.code !== 'interrupted');
  const [most] = [...groupedBy(seen, wayOf)]
    .flatMap(([way, wrong]) => (way === null ? [] : [{ way, wrong }]))
    .sort((left, right) => right.wrong.length - left.wrong.length);
  if (most === undefined || most.wrong.length * rarestShare < seen.length) {
    return null;
  }
  const { way, wrong } = most;
  return `${numberText(wrong.length)} of ${numberText(seen.length)} ${ways[way]}${detailOf(wrong)}`;
}

function wayOf({ response, failure }: ReportExchange): Way | null {
  if (response === null) {
    return 'unanswered';
  }
  if (failure !== null) {
    return 'unreadable';
  }
  if (response.status === 429) {
    return 'limited';
  }
  return response.status >= 500 ? 'failing' : null;
}

function detailOf([first]: readonly ReportExchange[]): string {
  const detail = first?.failure?.detail ?? '';
  return detail === '' ? '' : ` (${bounded(detail, longestReason)})`;
}

function commonReason(undecided: readonly ReportRequirement[]): string {
  const [most] = byReason(undecided).sort(
    (left, right) => right.requirements.length - left.requirements.length,
  );
  return most === undefined
    ? 'no response was whole'
    : `${counted(most.requirements.length, 'requirement')} ${most.requirements.length === 1 ? 'was' : 'were'} not decided: ${bounded(most.reason, longestReason)}`;
}
