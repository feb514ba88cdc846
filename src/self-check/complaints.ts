import { cellsOf, type OrderedTrial } from './judge-trials.ts';
import type { ConformingResult, FaultResult, MatrixCell, SelfCheckReport } from './self-check-report.ts';

/** Something that a self-check holds against the suite, or that kept it from telling. */
export interface Complaint {
  readonly kind: 'accused falsely' | 'missed' | 'blamed elsewhere' | 'not made';
  /** The fault, variant or mixture. */
  readonly name: string;
  /** The requirement and what the run said, or why the trial could not be made. */
  readonly text: string;
}

const kinds = { missed: 'missed', stray: 'blamed elsewhere' } as const;

/** What is wrong in one trial, a line each. */
export function complaintLines({ order, trial }: OrderedTrial): string[] {
  if (trial === null) {
    return [];
  }
  const { kind, name } = order.subject;
  const complaints =
    kind === 'fault'
      ? ofFault({ name, cells: cellsOf(order, trial), errors: trial.errors })
      : ofConforming({ name, accused: trial.blamed, errors: trial.errors, smallest: null });
  return complaints.map((complaint) => `${complaint.kind}: ${complaint.name}: ${complaint.text}`);
}

/** Everything that is wrong, false accusations first. */
export function complaintsOf({ faults, conforming }: Pick<SelfCheckReport, 'faults' | 'conforming'>) {
  const all = [...conforming.flatMap(ofConforming), ...faults.flatMap(ofFault)];
  const order = ['accused falsely', 'blamed elsewhere', 'missed', 'not made'];
  return all.toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

function ofFault({ name, cells, errors }: Pick<FaultResult, 'name' | 'cells' | 'errors'>): Complaint[] {
  if (errors.length > 0) {
    return errors.map((error) => ({ kind: 'not made', name, text: firstLine(error) }));
  }
  return cells.flatMap((cell) => ofCell(name, cell));
}

function ofCell(name: string, { outcome, requirement, said }: MatrixCell): Complaint[] {
  return outcome === 'missed' || outcome === 'stray'
    ? [{ kind: kinds[outcome], name, text: `${requirement}: ${said}` }]
    : [];
}

function ofConforming({
  name,
  accused,
  errors,
  smallest,
}: Pick<ConformingResult, 'name' | 'accused' | 'errors' | 'smallest'>): Complaint[] {
  const fewest = smallest === null || smallest === name ? '' : ` (so is ${smallest})`;
  return [
    ...accused.map(({ requirement, message }) => ({
      kind: 'accused falsely' as const,
      name,
      text: `${requirement}: ${message}${fewest}`,
    })),
    ...errors.map((error) => ({ kind: 'not made' as const, name, text: firstLine(error) })),
  ];
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
