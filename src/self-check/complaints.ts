import { cellsOf, type OrderedTrial } from './judge-trials.ts';
import type { ConformingResult, FaultResult, SelfCheckReport } from './self-check-report.ts';

/** A shortcoming of the suite that a self-check found, or a trial that could not be run. */
export interface Complaint {
  readonly kind: 'false positive' | 'missed' | 'misattributed' | 'not run';
  readonly name: string;
  /** The requirement and the run's message, or why the trial could not be run. */
  readonly text: string;
}

export function complaintLines({ order, trial }: OrderedTrial): string[] {
  if (trial === null) {
    return [];
  }
  const { kind, name } = order.subject;
  const complaints =
    kind === 'fault'
      ? ofFault({ name, cells: cellsOf(order, trial), errors: trial.errors })
      : ofConforming({ name, flagged: trial.reported, errors: trial.errors });
  return complaints.map((complaint) => `${complaint.kind}: ${complaint.name}: ${complaint.text}`);
}

/** All shortcomings, false positives first. */
export function complaintsOf({ faults, conforming }: Pick<SelfCheckReport, 'faults' | 'conforming'>) {
  const all = [...conforming.flatMap(ofConforming), ...faults.flatMap(ofFault)];
  const order = ['false positive', 'misattributed', 'missed', 'not run'];
  return all.toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

function ofFault({ name, cells, errors }: Pick<FaultResult, 'name' | 'cells' | 'errors'>): Complaint[] {
  if (errors.length > 0) {
    return errors.map((error) => ({ kind: 'not run', name, text: firstLine(error) }));
  }
  return cells.flatMap(({ outcome, requirement, said }): Complaint[] =>
    outcome === 'missed' || outcome === 'misattributed'
      ? [{ kind: outcome, name, text: `${requirement}: ${said}` }]
      : [],
  );
}

function ofConforming({
  name,
  flagged,
  errors,
}: Pick<ConformingResult, 'name' | 'flagged' | 'errors'>): Complaint[] {
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
