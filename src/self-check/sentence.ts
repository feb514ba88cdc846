import { counted } from '../report/counted.ts';
import { durationText } from '../report/duration-text.ts';
import { numberText } from '../report/number-text.ts';
import type { SelfCheckReport } from './self-check-report.ts';

/** The verdict in a few words. */
export function verdictWord({ verdict }: SelfCheckReport): string {
  return { proven: 'Proven', refuted: 'Not proven', none: 'No verdict' }[verdict];
}

/** What a self-check came to, in one sentence. */
export function verdictSentence(report: SelfCheckReport): string {
  const { totals, interrupted } = report;
  const facts = [
    ...(totals.faults === 0 ? [] : [`${totals.caught} of ${counted(totals.faults, 'fault')} caught`]),
    ...(totals.conforming === 0
      ? []
      : [`${totals.cleared} of ${counted(totals.conforming, 'unusual service')} left in peace`]),
    ...wrong(report),
  ];
  const why = interrupted === null ? '' : `${interrupted}; so far `;
  return `${verdictWord(report)}: ${why}${facts.length === 0 ? 'nothing was tried' : facts.join(', ')}.`;
}

function wrong({ totals, conforming }: SelfCheckReport): string[] {
  const accused = conforming.filter(({ outcome }) => outcome === 'accused').length;
  return [
    ...(accused === 0 ? [] : [`${accused} accused falsely`]),
    ...(totals.missed === 0 ? [] : [`${totals.missed} missed in whole or in part`]),
    ...(totals.strays === 0 ? [] : [`${totals.strays} blamed elsewhere`]),
    ...(totals.failed === 0 ? [] : [counted(totals.failed, 'run').replace(/$/, ' that could not be made')]),
    ...(totals.left === 0 ? [] : [`${totals.left} not tried any more`]),
  ];
}

/** How it was made: `88,800 requests in 304 runs, 3 min 2 s · effort normal · seed 7`. */
export function conductFacts({ run, totals, faults, conforming }: SelfCheckReport): string[] {
  const repeated = faults.filter(({ tries }) => tries > 1).length;
  const perRun = averageRequests({ faults, conforming });
  return [
    `${numberText(totals.requests)} requests, ${numberText(perRun)} for one run`,
    ...(repeated === 0 ? [] : [`${counted(repeated, 'fault')} tried more than once`]),
    durationText(run.durationMs),
    `effort ${run.effort}`,
    `seed ${run.seed}`,
  ];
}

/** The mean of the requests of the runs that were made. */
function averageRequests({ faults, conforming }: Pick<SelfCheckReport, 'faults' | 'conforming'>): number {
  const made = [...faults, ...conforming].filter(({ requests }) => requests > 0);
  const sum = made.reduce((total, { requests }) => total + requests, 0);
  return made.length === 0 ? 0 : Math.round(sum / made.length);
}
