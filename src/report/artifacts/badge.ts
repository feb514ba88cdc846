import { isSelection, requirementsOf, selectedMust, skippedOfSelected } from '../by-verdict.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report } from '../report.ts';
import { toneOf, verdictWord } from '../verdict-sentence.ts';

export const labelGround = '#3b4048';

/** The colours of the message, with a contrast of WCAG AA to white text. */
export const badgeGrounds = {
  good: '#17693a',
  partial: '#835400',
  bad: '#b3261e',
  none: '#59606a',
} as const;

/**
 * The verdict of a run for an endpoint badge of shields.io (https://shields.io/badges/endpoint-badge): `conformant
 * 61/66, partial`: the number of MUST requirements that hold, of the selected ones, and that some were not tested.
 */
export function renderBadgeJson(report: Report): string {
  const badge = {
    schemaVersion: 1,
    label: 'animal store',
    message: message(report),
    color: badgeGrounds[groundOf(report)],
    labelColor: labelGround,
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}

function message(report: Report): string {
  const word = verdictWord(report);
  const verdict = word.charAt(0).toLowerCase() + word.slice(1);
  if (report.verdict === 'none' || isOfLoad(report)) {
    return report.verdict === 'none' ? verdict : `${verdict} under load`;
  }
  const { passed, waived } = report.counts.MUST;
  const of = isSelection(report) ? selectedMust(report) : requirementsOf(report, 'MUST');
  return [
    `${verdict} ${passed}/${of}`,
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...(isPartial(report) ? ['partial'] : []),
  ].join(', ');
}

function groundOf(report: Report): keyof typeof badgeGrounds {
  const isOfPart = !isOfLoad(report) && (isPartial(report) || report.counts.MUST.waived > 0);
  const grounds = {
    part: 'partial',
    open: 'partial',
    failed: 'bad',
    'non-conformant': 'bad',
    none: 'none',
  } as const;
  const tone = toneOf(report);
  return tone === 'conformant' ? (isOfPart ? 'partial' : 'good') : grounds[tone];
}

function isPartial(report: Report): boolean {
  return skippedOfSelected(report) + report.counts.MUST.inconclusive > 0;
}
