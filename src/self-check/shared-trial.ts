import { type Fault, faultNamed } from '../../reference-impl/index.ts';
import { cellsOf } from './judge-trials.ts';
import type { Trial, TrialOrder } from './trial.ts';

/** The maximum number of faults in one service. */
const mostTogether = 6;

/**
 * The faults in batches that may share a service: in one batch, no two faults violate the same requirement. Only faults
 * of single values or words share, which leave other responses as they are; each other fault is a batch by itself.
 */
export function faultsTogether(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const narrow = faults.filter(isNarrow);
  const alike = ({ violates: [principal] }: Fault): number =>
    narrow.filter(({ violates }) => violates[0] === principal).length;
  // A requirement with many faults needs as many services, which have room for the faults of other requirements.
  const mostFirst = narrow.toSorted((one, other) => alike(other) - alike(one));
  const batches: Fault[][] = [];
  for (const fault of mostFirst) {
    const fitting = batches.find(
      (batch) => batch.length < mostTogether && batch.every((other) => areDisjoint(fault, other)),
    );
    if (fitting === undefined) {
      batches.push([fault]);
    } else {
      fitting.push(fault);
    }
  }
  return [...batches, ...faults.filter((fault) => !isNarrow(fault)).map((fault) => [fault])];
}

function isNarrow({ needs, violates, mayViolate }: Fault): boolean {
  return needs === 'ample-allowance' || (needs === null && violates.length === 1 && mayViolate.length === 0);
}

function areDisjoint(one: Fault, other: Fault): boolean {
  const ids = idsOf(other);
  return idsOf(one).every((id) => !ids.includes(id));
}

function idsOf({ violates, mayViolate }: Fault): readonly string[] {
  return [...violates, ...mayViolate];
}

/** The order of one run on a service with all faults of a batch. */
export function sharedOrder(batch: readonly [TrialOrder, ...TrialOrder[]]): TrialOrder {
  const [first] = batch;
  return {
    ...first,
    subject: { kind: 'fault', name: batch.map(({ subject }) => subject.name).join('+') },
    folder: `${first.folder}-and-others`,
  };
}

/**
 * The part of a shared run that concerns one of its faults, or `null` if that fault needs a run of its own: the shared
 * one failed, did not report every requirement that the fault violates, or reported one that none of the faults may
 * violate.
 */
export function partOf(order: TrialOrder, shared: TrialOrder, trial: Trial): Trial | null {
  const isStray = cellsOf(shared, trial).some(({ outcome }) => outcome === 'misattributed');
  const fault = faultNamed(order.subject.name);
  if (trial.errors.length > 0 || isStray || fault === undefined) {
    return null;
  }
  const own = idsOf(fault);
  const reported = trial.reported.filter(({ requirement }) => own.includes(requirement));
  const part = { ...trial, subject: order.subject, reported };
  return cellsOf(order, part).some(({ outcome }) => outcome === 'missed') ? null : part;
}
