import { requirementsOf } from './by-verdict.ts';
import { isOfLoad } from './load-report.ts';
import type { Report } from './report.ts';
import { failsAllTheSame } from './verdict-sentence.ts';
import { waivedMust } from './waived-ways.ts';

/** What a badge says: both parts in white, on grounds that are dark enough for it. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  /** Of the message, as `#rrggbb`. */
  readonly ground: string;
}

/** The ground of the label. */
export const labelGround = '#3b4048';

/** AA with white text, which a test computes. */
export const badgeGrounds = {
  good: '#17693a',
  partial: '#835400',
  bad: '#b3261e',
  none: '#59606a',
} as const;

/**
 * The verdict of a run as a badge: `conformant 61/66, partial`, which is how many MUST requirements hold, of how many,
 * and that some were not tested.
 */
export function badgeOf(report: Report): Badge {
  return { label: 'animal store', message: message(report), ground: badgeGrounds[tone(report)] };
}

/** The badge for an endpoint of shields.io, which draws it: https://shields.io/badges/endpoint-badge */
export function renderBadgeJson(report: Report): string {
  const { label, message: text, ground } = badgeOf(report);
  const badge = { schemaVersion: 1, label, message: text, color: ground, labelColor: labelGround };
  return `${JSON.stringify(badge, null, 2)}\n`;
}

function message(report: Report): string {
  if (report.verdict === 'none') {
    return 'no verdict';
  }
  const word = report.verdict === 'conformant' ? 'conformant' : 'not conformant';
  if (isOfLoad(report)) {
    return failsAllTheSame(report) ? 'objective missed' : `${word} under load`;
  }
  const { MUST } = report.counts;
  return [
    `${word} ${MUST.passed}/${requirementsOf(report, 'MUST')}`,
    ...waivedMust(report).map(({ by, count, word }) => `${count} ${by === 'catalogue' ? 'newer' : word}`),
    ...(isPartial(report) ? ['partial'] : []),
    ...(failsAllTheSame(report) ? ['a waiver is stale'] : []),
  ].join(', ');
}

function tone(report: Report): keyof typeof badgeGrounds {
  if (report.verdict !== 'conformant') {
    return report.verdict === 'none' ? 'none' : 'bad';
  }
  if (failsAllTheSame(report)) {
    return 'bad';
  }
  return !isOfLoad(report) && (isPartial(report) || report.counts.MUST.waived > 0) ? 'partial' : 'good';
}

function isPartial({ counts }: Report): boolean {
  return counts.MUST.skipped + counts.MUST.inconclusive > 0;
}
