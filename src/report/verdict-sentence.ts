import { counted } from './counted.ts';
import type { Report } from './report.ts';

/** The verdict of a run in one sentence, with its limits. */
export function verdictSentence(report: Report): string {
  if (report.verdict === 'none') {
    return `No verdict: ${hindrance(report)}${learntSoFar(report)}.`;
  }
  return report.verdict === 'conformant' ? conformant(report) : nonConformant(report);
}

/** The verdict in one or two words. */
export function verdictWord(report: Report): string {
  return { conformant: 'Conformant', 'non-conformant': 'Not conformant', none: 'No verdict' }[report.verdict];
}

function conformant(report: Report): string {
  const { passed, waived } = report.counts.MUST;
  const total = mustTotal(report);
  if (passed === total) {
    return `Conformant: all ${total} MUST requirements hold.`;
  }
  const known = waived === 0 ? '' : `, ${waived} violated as the waivers say`;
  return `Conformant as far as it was tested: ${passed} of ${total} MUST requirements hold${known}${untested(report)}.`;
}

function nonConformant(report: Report): string {
  const { passed, failed } = report.counts.MUST;
  const until = report.interrupted === null ? '' : ' The run ended early: there may be more.';
  if (failed === 0) {
    const { warned } = report.counts.SHOULD;
    return `Not conformant: ${counted(warned, 'SHOULD requirement')} violated, and this run counts those.${until}`;
  }
  return `Not conformant: ${failed} of ${mustTotal(report)} MUST requirements ${failed === 1 ? 'is' : 'are'} violated (${passed} hold${untested(report)}).${until}`;
}

function hindrance(report: Report): string {
  const problem = report.preflight.find((step) => step.outcome === 'problem');
  if (problem !== undefined) {
    return problem.text.replace(/[.\s]+$/, '');
  }
  if (report.interrupted !== null) {
    return report.interrupted.replace(/[.\s]+$/, '');
  }
  if (report.internalErrors.length > 0) {
    return `${counted(report.internalErrors.length, 'internal error')} of the suite`;
  }
  return report.run.requests === 0 ? 'no request was sent' : 'no requirement could be decided';
}

function learntSoFar({ counts }: Report): string {
  return counts.MUST.passed === 0
    ? ''
    : `; ${counts.MUST.passed} MUST requirements were seen to hold until then`;
}

function untested({ counts }: Report): string {
  const { skipped, inconclusive } = counts.MUST;
  const parts = [
    ...(skipped === 0 ? [] : [`${skipped} not tested`]),
    ...(inconclusive === 0 ? [] : [`${inconclusive} inconclusive`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

function mustTotal({ counts }: Report): number {
  return Object.values(counts.MUST).reduce((sum, count) => sum + count, 0);
}
