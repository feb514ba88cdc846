import { isSelection, requirementsOf, selectedMust, skippedOfSelected } from './by-verdict.ts';
import { isOfLoad } from './load-text.ts';
import type { Report } from './report.ts';
import { failsAllTheSame, isOfRecording, isOfSample } from './verdict-sentence.ts';

export const labelGround = '#3b4048';

/** Of the message: AA with white text, which a test computes. */
export const badgeGrounds = {
  good: '#17693a',
  partial: '#835400',
  bad: '#b3261e',
  none: '#59606a',
} as const;

/**
 * The verdict of a run for an endpoint badge of shields.io, which draws it
 * (https://shields.io/badges/endpoint-badge): `conformant 61/66, partial`, which is how many MUST requirements hold, of
 * how many, and that some were not tested; of a selection `10/10 selected hold`.
 */
export function renderBadgeJson(report: Report): string {
  const badge = {
    schemaVersion: 1,
    label: 'animal store',
    message: message(report),
    color: badgeGrounds[tone(report)],
    labelColor: labelGround,
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}

function message(report: Report): string {
  if (report.verdict === 'none') {
    return 'no verdict';
  }
  const word = report.verdict === 'conformant' ? 'conformant' : 'not conformant';
  if (isOfLoad(report)) {
    const isClean = report.verdict === 'conformant' && isOfSample(report);
    const verdict = isClean ? 'no violation in a sample' : `${word} under load`;
    return failsAllTheSame(report) ? 'objective missed' : verdict;
  }
  return [
    isSelection(report) ? ofSelection(report) : `${ofWhole(report, word)} ${ratio(report)}`,
    ...(report.counts.MUST.waived > 0 ? [`${report.counts.MUST.waived} waived`] : []),
    ...(isPartial(report) ? ['partial'] : []),
    ...(failsAllTheSame(report) ? ['a waiver is stale'] : []),
  ].join(', ');
}

function ofWhole(report: Report, word: string): string {
  return report.verdict === 'conformant' && isOfRecording(report) ? 'no violation recorded' : word;
}

function ratio(report: Report): string {
  return `${report.counts.MUST.passed}/${requirementsOf(report, 'MUST')}`;
}

/** A run of some requirements never says "conformant": the others may be violated. */
function ofSelection(report: Report): string {
  const count = selectedMust(report);
  const { passed } = report.counts.MUST;
  if (report.verdict !== 'conformant') {
    return count === 0 ? 'not conformant' : `not conformant ${passed}/${count} selected`;
  }
  return count === 0 ? 'no violation, no MUST selected' : `${passed}/${count} selected hold`;
}

function tone(report: Report): keyof typeof badgeGrounds {
  if (report.verdict !== 'conformant') {
    return report.verdict === 'none' ? 'none' : 'bad';
  }
  if (failsAllTheSame(report)) {
    return 'bad';
  }
  const isOfPart = isSelection(report) || isPartial(report) || report.counts.MUST.waived > 0;
  return isOfSample(report) || (!isOfLoad(report) && isOfPart) ? 'partial' : 'good';
}

function isPartial(report: Report): boolean {
  return skippedOfSelected(report) + report.counts.MUST.inconclusive > 0;
}
