import { requirementsOf } from './by-verdict.ts';
import { counted, listed } from './counted.ts';
import { isOfLoad } from './load-report.ts';
import { objectivesSentence } from './load-text.ts';
import type { Report } from './report.ts';
import { waivedMust } from './waived-ways.ts';
import { failsByStaleWaivers, staleSentence } from './waiver-lines.ts';

/** The verdict of a run in one sentence, with its limits; of a load a second one, on its objectives. */
export function verdictSentence(report: Report): string {
  const { load } = report;
  const objectives = load === null || load.invalid !== null ? '' : objectivesSentence(load);
  return [conformanceSentence(report), objectives, staleSentence(report)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function conformanceSentence(report: Report): string {
  if (report.verdict === 'none') {
    return `No verdict: ${hindrance(report)}${learntSoFar(report)}.`;
  }
  return report.verdict === 'conformant' ? conformant(report) : nonConformant(report);
}

/** The verdict in a few words. */
export function verdictWord(report: Report): string {
  if (missesObjective(report)) {
    return 'Conformant, but an objective is missed';
  }
  if (failsByStaleWaivers(report)) {
    return 'Conformant, but a waiver is stale';
  }
  return { conformant: 'Conformant', 'non-conformant': 'Not conformant', none: 'No verdict' }[report.verdict];
}

/** Whether the service conforms, and the exit status is 1 all the same: by an objective or by a stale waiver. */
export function failsAllTheSame(report: Report): boolean {
  return missesObjective(report) || failsByStaleWaivers(report);
}

/** Whether nothing is wrong but an objective: the service conforms, and the exit status is 1 all the same. */
function missesObjective({ verdict, load }: Report): boolean {
  return verdict === 'conformant' && (load?.objectives.some(({ met }) => !met) ?? false);
}

function conformant(report: Report): string {
  if (isOfLoad(report)) {
    const answers = counted(report.load?.answered ?? 0, 'answer');
    const but = exceptionsUnderLoad(report);
    return `Conformant under load: in ${answers} no MUST requirement is violated${but}.`;
  }
  const { passed } = report.counts.MUST;
  const total = requirementsOf(report, 'MUST');
  if (passed === total) {
    return `Conformant: all ${total} MUST requirements hold.`;
  }
  const exceptions = waivedMust(report).map(({ exception }) => exception);
  const how = exceptions.length === 0 ? 'as far as it was tested' : `but for ${listed(exceptions, 'and')}`;
  return `Conformant ${how}: ${passed} of ${total} MUST requirements hold${others(report)}.`;
}

function exceptionsUnderLoad(report: Report): string {
  const parts = waivedMust(report).map(
    ({ count, word }) => `${count} that ${count === 1 ? 'is' : 'are'} ${word}`,
  );
  return parts.length === 0 ? '' : `, but for ${listed(parts, 'and')}`;
}

function nonConformant(report: Report): string {
  const { passed, failed } = report.counts.MUST;
  const until =
    (report.interrupted === null ? '' : ' The run ended early: there may be more.') +
    (report.load?.invalid ? ` The load is invalid all the same: ${withoutStop(report.load.invalid)}.` : '');
  if (failed === 0) {
    const { warned } = report.counts.SHOULD;
    return `Not conformant: ${counted(warned, 'SHOULD requirement')} violated, and this run counts those.${until}`;
  }
  if (isOfLoad(report)) {
    const verb = failed === 1 ? 'is' : 'are';
    return `Not conformant under load: ${counted(failed, 'MUST requirement')} ${verb} violated.${until}`;
  }
  return `Not conformant: ${failed} of ${requirementsOf(report, 'MUST')} MUST requirements ${failed === 1 ? 'is' : 'are'} violated (${passed} hold${others(report)}).${until}`;
}

function hindrance(report: Report): string {
  const problem = report.preflight.find((step) => step.outcome === 'problem');
  if (problem !== undefined) {
    return withoutStop(problem.text);
  }
  if (report.interrupted !== null) {
    return withoutStop(report.interrupted);
  }
  if (report.load?.invalid) {
    return `the load is invalid: ${withoutStop(report.load.invalid)}`;
  }
  if (report.internalErrors.length > 0) {
    return `${counted(report.internalErrors.length, 'internal error')} of the suite`;
  }
  if (report.run.requests === 0) {
    return 'no request was sent';
  }
  return report.counts.MUST.passed > 0
    ? 'no answer of the service could be read to its end'
    : 'no requirement could be decided';
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

function learntSoFar({ counts, interrupted }: Report): string {
  const { passed } = counts.MUST;
  return passed === 0
    ? ''
    : `; ${counted(passed, 'MUST requirement')} ${passed === 1 ? 'was' : 'were'} seen to hold ${interrupted === null ? 'all the same' : 'until then'}`;
}

function others(report: Report): string {
  const { skipped, inconclusive } = report.counts.MUST;
  const parts = [
    ...waivedMust(report).map(
      ({ by, count, word }) => `${count} ${by === 'baseline' ? '' : 'violated and '}${word}`,
    ),
    ...(skipped === 0 ? [] : [`${skipped} not tested`]),
    ...(inconclusive === 0 ? [] : [`${inconclusive} inconclusive`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}
