import { counted, durationText, numberText } from '../report/words.ts';
import type { SelfCheckReport } from './self-check-report.ts';

export function verdictSentence(report: SelfCheckReport): string {
  const { totals, interrupted } = report;
  const facts = [
    ...(totals.faults === 0 ? [] : [`${totals.caught} of ${counted(totals.faults, 'fault')} caught`]),
    ...(totals.conforming === 0
      ? []
      : [`${totals.cleared} of ${counted(totals.conforming, 'conforming variant')} cleared`]),
    ...wrong(report),
  ];
  const why = interrupted === null ? '' : `${interrupted}; so far `;
  return `${{ proven: 'Proven', refuted: 'Not proven', none: 'No verdict' }[report.verdict]}: ${why}${facts.length === 0 ? 'no trials were run' : facts.join(', ')}.`;
}

function wrong({ totals, conforming }: SelfCheckReport): string[] {
  const flagged = conforming.filter(({ outcome }) => outcome === 'flagged').length;
  return [
    ...(flagged === 0 ? [] : [counted(flagged, 'false positive')]),
    ...(totals.missed === 0 ? [] : [`${totals.missed} missed in full or in part`]),
    ...(totals.misattributed === 0 ? [] : [`${totals.misattributed} misattributed`]),
    ...(totals.failed === 0 ? [] : [`${counted(totals.failed, 'run')} failed`]),
    ...(totals.left === 0 ? [] : [`${totals.left} not tried`]),
  ];
}

/** The settings and the cost: `88,800 requests`, `3 min 2 s`, `effort normal`, `seed 7`. */
export function conductFacts({ run, totals, faults }: SelfCheckReport): string[] {
  const repeated = faults.filter(({ tries }) => tries > 1).length;
  return [
    `${numberText(totals.requests)} requests`,
    ...(repeated === 0 ? [] : [`${counted(repeated, 'fault')} tried repeatedly`]),
    durationText(run.durationMs),
    `effort ${run.effort}`,
    `seed ${run.seed}`,
  ];
}
