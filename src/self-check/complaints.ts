import { conformingResult, faultResult, type OrderedTrial } from './judge-trials.ts';
import type { ConformingResult, FaultResult, SelfCheckReport } from './self-check-report.ts';

/** A shortcoming of the suite that a self-check found, or a trial that could not be run. */
export interface Complaint {
  readonly kind: 'false positive' | 'missed' | 'misattributed' | 'not run';
  readonly name: string;
  /** The requirement and the run's message, or why the trial could not be run. */
  readonly text: string;
}

/** The shortcomings in one trial. */
export function complaintsOfTrial(one: OrderedTrial): Complaint[] {
  if (one.trial === null) {
    return [];
  }
  return one.order.subject.kind === 'fault'
    ? ofFault(faultResult(one))
    : ofConforming(conformingResult([one]));
}

/** All shortcomings, false positives first. */
export function complaintsOf({ faults, conforming }: Pick<SelfCheckReport, 'faults' | 'conforming'>) {
  const all = [...conforming.flatMap(ofConforming), ...faults.flatMap(ofFault)];
  const order = ['false positive', 'misattributed', 'missed', 'not run'];
  return all.toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

function ofFault({ name, cells, errors }: FaultResult): Complaint[] {
  if (errors.length > 0) {
    return errors.map((error) => ({ kind: 'not run', name, text: firstLine(error) }));
  }
  return cells.flatMap(({ outcome, requirement, said }): Complaint[] =>
    outcome === 'missed' || outcome === 'misattributed'
      ? [{ kind: outcome, name, text: `${requirement}: ${said}` }]
      : [],
  );
}

function ofConforming({ name, flagged, errors }: ConformingResult): Complaint[] {
  return [
    ...flagged.map(({ requirement, message }) => ({
      kind: 'false positive' as const,
      name,
      text: `${requirement}: ${message}`,
    })),
    ...errors.map((error) => ({ kind: 'not run' as const, name, text: firstLine(error) })),
  ];
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
