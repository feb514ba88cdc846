import { isMissed } from '../verdict/load-record.ts';
import { isSelection, isUndecided, requirementsOf, selectedMust, skippedOfSelected } from './by-verdict.ts';
import { isOfLoad, objectivesSentence, sampleSentence } from './load-text.ts';
import type { Report } from './report.ts';
import { failsByStaleWaivers, staleSentence } from './waiver-lines.ts';
import { counted } from './words.ts';

/** The verdict of a run in one sentence with its limits; for a load, a second one on its objectives. */
export function verdictSentence(report: Report): string {
  const { load } = report;
  const objectives = load === null ? '' : objectivesSentence(load);
  return [
    sampleSentence(report),
    staleSentence(report),
    conformanceSentence(report),
    truncatedSentence(report),
    objectives,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function conformanceSentence(report: Report): string {
  if (report.verdict === 'none') {
    return `No verdict: ${hindrance(report)}${learntSoFar(report)}.`;
  }
  return report.verdict === 'conformant' ? conformant(report) : nonConformant(report);
}

/** Qualifies a positive verdict: a truncated response is no evidence for requirements of its body. */
function truncatedSentence({ verdict, delivery }: Report): string {
  const truncated = delivery.byOperation.reduce((sum, counts) => sum + counts.truncated, 0);
  return verdict !== 'conformant' || truncated === 0
    ? ''
    : `${counted(truncated, 'response')} ${truncated === 1 ? 'was' : 'were'} truncated.`;
}

export function verdictWord(report: Report): string {
  if (missesObjective(report) || leavesObjectiveOpen(report)) {
    const verdict = isOfSample(report) ? 'No violation in the sample' : 'Conformant';
    return `${verdict}, but an objective is ${missesObjective(report) ? 'missed' : 'undecided'}`;
  }
  if (failsByStaleWaivers(report)) {
    return 'Conformant, but a waiver is stale';
  }
  if (report.verdict === 'conformant' && isOfSample(report)) {
    return 'No violation in the sample';
  }
  if (report.verdict === 'conformant' && isSelection(report)) {
    return 'No violation in what was selected';
  }
  if (report.verdict === 'conformant' && isOfRecording(report)) {
    return 'No violation in what was recorded';
  }
  return { conformant: 'Conformant', 'non-conformant': 'Not conformant', none: 'No verdict' }[report.verdict];
}

/**
 * How good a verdict is. Of a service that conforms: `failed`, an objective is missed or a waiver stale; `open`, an
 * objective is undecided; `part`, only a part of the requirements or of the traffic was judged.
 */
export type Tone = 'conformant' | 'part' | 'open' | 'failed' | 'non-conformant' | 'none';

export function toneOf(report: Report): Tone {
  if (report.verdict !== 'conformant') {
    return report.verdict;
  }
  if (missesObjective(report) || failsByStaleWaivers(report)) {
    return 'failed';
  }
  if (leavesObjectiveOpen(report)) {
    return 'open';
  }
  return isSelection(report) || isOfRecording(report) || isOfSample(report) ? 'part' : 'conformant';
}

function missesObjective({ verdict, load }: Report): boolean {
  return verdict === 'conformant' && (load?.objectives.some(isMissed) ?? false);
}

/** Because the generator was the bottleneck. */
function leavesObjectiveOpen({ verdict, load }: Report): boolean {
  return (
    verdict === 'conformant' && (load?.objectives.some(({ undecided }) => undecided !== undefined) ?? false)
  );
}

function conformant(report: Report): string {
  if (isOfSample(report)) {
    const { judged = 0, requests = 0 } = report.load?.sample ?? {};
    const others = judged < requests ? '; the other responses were not judged' : '';
    return `No violation: no MUST requirement is violated in the sample${exceptionsUnderLoad(report)}${others}.`;
  }
  if (isOfLoad(report)) {
    const responses = counted(report.load?.answered ?? 0, 'response');
    const but = exceptionsUnderLoad(report);
    return `Conformant under load: ${responses} violate no MUST requirement${but}.`;
  }
  const { passed } = report.counts.MUST;
  const total = requirementsOf(report, 'MUST');
  const selected = selectedMust(report);
  if (isSelection(report)) {
    return selected === 0
      ? `No violation in what was selected: ${selectedOthers(report)} (none of the ${total} MUST requirements selected).`
      : `No violation in what was selected: ${passed} of ${counted(selected, 'selected MUST requirement')} ${selected === 1 ? 'holds' : 'hold'}${others(report)} (${total - selected} not selected).`;
  }
  if (passed === total) {
    return `Conformant: all ${total} MUST requirements verified.`;
  }
  if (isOfRecording(report)) {
    const responses = counted(report.run.requests, 'recorded response');
    return `No violation in ${responses}: ${passed} of ${total} MUST requirements verified${others(report)}.`;
  }
  const but = report.counts.MUST.waived === 0 ? '' : ' except what is waived';
  return `Conformant${but}: ${passed} of ${total} MUST requirements verified${others(report)}.`;
}

/** Whether recorded traffic was judged: it never shows enough of a service to call it conformant. */
function isOfRecording({ run }: Report): boolean {
  return run.kind === 'judge';
}

/** Whether only a sample of the exchanges of a load was judged. */
export function isOfSample({ load }: Report): boolean {
  return load?.sample !== undefined;
}

function selectedOthers({ requirements, run }: Report): string {
  const selected = requirements.filter(({ id }) => run.selected.includes(id));
  const decided = selected.filter(({ verdict }) => !isUndecided(verdict)).length;
  return `${decided} of ${counted(selected.length, 'selected requirement')} decided`;
}

function exceptionsUnderLoad(report: Report): string {
  const { waived } = report.counts.MUST;
  return waived === 0 ? '' : `, except ${waived} that ${waived === 1 ? 'is' : 'are'} waived`;
}

function nonConformant(report: Report): string {
  const { passed, failed } = report.counts.MUST;
  const until = report.interrupted === null ? '' : ' The run ended early: more may be violated.';
  if (failed === 0) {
    const { warned } = report.counts.SHOULD;
    return `Not conformant: ${counted(warned, 'SHOULD requirement')} violated (--fail-on should).${until}`;
  }
  if (isOfLoad(report)) {
    const verb = failed === 1 ? 'is' : 'are';
    return `Not conformant under load: ${counted(failed, 'MUST requirement')} ${verb} violated.${until}`;
  }
  const total = requirementsOf(report, 'MUST');
  if (!isSelection(report)) {
    return `Not conformant: ${failed} of ${total} MUST requirements violated, ${passed} verified${others(report)}.${until}`;
  }
  const selected = selectedMust(report);
  return `Not conformant: ${failed} of ${counted(selected, 'selected MUST requirement')} violated, ${passed} ${passed === 1 ? 'holds' : 'hold'}${others(report)} (${total - selected} not selected).${until}`;
}

function hindrance(report: Report): string {
  const problem = report.preflight.find((step) => step.outcome === 'problem');
  if (problem !== undefined) {
    return withoutStop(problem.text);
  }
  if (report.interrupted !== null) {
    return withoutStop(report.interrupted);
  }
  if (report.internalErrors.length > 0) {
    return `${counted(report.internalErrors.length, 'internal error')} of the suite`;
  }
  if (report.run.requests === 0) {
    return 'no request was sent';
  }
  const shortfall = report.coverage?.shortfall ?? null;
  if (shortfall !== null) {
    return shortfall;
  }
  return report.counts.MUST.passed > 0
    ? 'no response could be read completely'
    : `no ${isOfRecording(report) ? 'MUST ' : ''}requirement could be decided`;
}

function withoutStop(text: string): string {
  let end = text.length;
  // An expression would begin anew at each of many dots within a long text.
  while (end > 0 && /[.\s]/.test(text[end - 1] ?? '')) {
    end -= 1;
  }
  return text.slice(0, end);
}

/** A shortfall says so itself. */
function learntSoFar(report: Report): string {
  const { counts, interrupted, coverage } = report;
  const { passed } = counts.MUST;
  return passed === 0 || hindrance(report) === coverage?.shortfall
    ? ''
    : `; ${counted(passed, 'MUST requirement')} verified${interrupted === null ? '' : ' until then'}`;
}

/** The other verdicts of selected MUST requirements; all others are skipped. */
function others(report: Report): string {
  const { inconclusive, waived } = report.counts.MUST;
  const skipped = skippedOfSelected(report);
  const parts = [
    ...(waived === 0 ? [] : [`${waived} violated and waived`]),
    ...(skipped === 0 ? [] : [`${skipped} not tested`]),
    ...(inconclusive === 0 ? [] : [`${inconclusive} inconclusive`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

const statusOf = { conformant: 0, part: 0, open: 3, failed: 1, 'non-conformant': 1, none: 3 } as const;

/**
 * The exit status of a run: 1 for a proven violation whatever happens later, a missed objective, or a stale waiver that
 * counts; 3 without a verdict, on an objective too; 0 if conformant.
 */
export function exitStatus(report: Report): 0 | 1 | 3 {
  return statusOf[toneOf(report)];
}
