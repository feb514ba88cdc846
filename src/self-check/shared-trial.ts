import { type Fault, faultNamed } from '../../reference-impl/index.ts';
import { groupedBy } from '../grouped-by.ts';
import { cellsOf } from './judge-trials.ts';
import type { Trial, TrialOrder } from './trial.ts';

/** The maximum number of requirements that the faults in one service may violate. */
const mostRequirements = 16;
/** A fault that may violate more changes too much of the responses that other faults need. */
const mostOfOne = 8;

/**
 * The faults in batches that may share a service: in one batch, no fault violates a requirement that another one
 * violates or may violate, so that a report has one cause. A fault that violates many requirements, or needs something
 * of its own, is a batch by itself.
 */
export function faultsTogether(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const sharing = faults.filter(mayShare);
  const alike = groupedBy(sharing, ({ violates: [principal] }) => principal);
  const countAlike = ({ violates: [principal] }: Fault): number => alike.get(principal)?.length ?? 0;
  const sends = ({ needs }: Fault): number => (needs === null ? 0 : 1);
  // Those that need an ample allowance share the few services whose runs send three times as many requests. A
  // requirement with many faults needs as many services, which have room for the faults of other requirements.
  const mostFirst = sharing.toSorted(
    (one, other) => sends(other) - sends(one) || countAlike(other) - countAlike(one),
  );
  const batches: Fault[][] = [];
  for (const fault of mostFirst) {
    const fitting = batches.find((batch) => fits(fault, batch));
    if (fitting === undefined) {
      batches.push([fault]);
    } else {
      fitting.push(fault);
    }
  }
  return [...batches, ...faults.filter((fault) => !mayShare(fault)).map((fault) => [fault])];
}

/** The trials of faults in batches that may share a service. */
export function ordersTogether(orders: readonly TrialOrder[]): readonly (readonly TrialOrder[])[] {
  const named = new Map(orders.map((order) => [order.subject.name, order]));
  const faults = orders.flatMap(({ subject }) => faultNamed(subject.name) ?? []);
  return faultsTogether(faults).map((batch) => batch.flatMap(({ name }) => named.get(name) ?? []));
}

function mayShare(fault: Fault): boolean {
  return (fault.needs === null || fault.needs === 'ample-allowance') && idsOf(fault).length <= mostOfOne;
}

function fits(fault: Fault, batch: readonly Fault[]): boolean {
  const ids = new Set([fault, ...batch].flatMap(idsOf));
  return ids.size <= mostRequirements && batch.every((other) => !blurs(fault, other) && !blurs(other, fault));
}

/** Whether a report of what `fault` violates might be due to the other one. */
function blurs(fault: Fault, other: Fault): boolean {
  return fault.violates.some((id) => idsOf(other).includes(id));
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
    isAmple: batch.some(({ isAmple }) => isAmple),
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
