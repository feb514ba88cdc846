import { byReason } from './by-verdict.ts';
import { counted } from './counted.ts';
import { bounded } from './cut-text.ts';
import { numberText } from './number-text.ts';
import type { ReportExchange, ReportRequirement } from './report.ts';
import type { RunRecord } from './run-record.ts';

const longestReason = 200;
/** A way in which responses fail that is rarer than one in so many explains no lack of evidence. */
const rarestShare = 5;

/** The ways in which an exchange brings no evidence, each with how a sentence goes on after `12 of 20`. */
const ways = {
  unanswered: 'requests brought no response',
  unreadable: 'responses were unreadable',
  limited: 'responses were 429 Too Many Requests',
  failing: 'responses were 5xx server errors',
} as const;

type Way = keyof typeof ways;

/**
 * Why too little was decided, in a few words: what was wrong with most responses, or else the reason that most of the
 * undecided requirements share.
 */
export function shortfallCause(undecided: readonly ReportRequirement[], run: RunRecord): string {
  return wrongResponses(run) ?? commonReason(undecided);
}

function wrongResponses({ exchanges }: RunRecord): string | null {
  const seen = [...exchanges.values()].filter(({ failure }) => failure?.code !== 'interrupted');
  const shown = new Map<Way, ReportExchange[]>();
  for (const exchange of seen) {
    const way = wayOf(exchange);
    if (way !== null) {
      shown.set(way, [...(shown.get(way) ?? []), exchange]);
    }
  }
  const [most] = [...shown].sort(([, left], [, right]) => right.length - left.length);
  if (most === undefined || most[1].length * rarestShare < seen.length) {
    return null;
  }
  const [way, wrong] = most;
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

/** What the first one of them says of itself, where a failure of transport is what is wrong. */
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
