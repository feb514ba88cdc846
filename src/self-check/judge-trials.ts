import { faultNamed } from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import { groupedBy } from '../grouped-by.ts';
import type { Level } from '../verdict/requirement.ts';
import type {
  ConformingResult,
  FaultResult,
  MatrixCell,
  SelfCheckReport,
  SelfCheckTotals,
  SelfCheckVerdict,
} from './self-check-report.ts';
import type { Trial, TrialOrder } from './trial.ts';

export interface OrderedTrial {
  readonly order: TrialOrder;
  readonly trial: Trial | null;
}

/** The level of a requirement; MUST for an unknown one. */
export function levelOf(requirement: string): Level {
  return requirements.find(({ id }) => id === requirement)?.level ?? 'MUST';
}

/** The cells of one fault's row, in the catalogue's order. */
export function cellsOf({ subject, selected }: TrialOrder, trial: Trial): MatrixCell[] {
  const fault = faultNamed(subject.name);
  const violates: readonly string[] = fault?.violates ?? [];
  const mayViolate: readonly string[] = fault?.mayViolate ?? [];
  return requirements.flatMap(({ id }): MatrixCell[] => {
    const violation = trial.reported.find(({ requirement }) => requirement === id);
    const due = violates.includes(id) && selected.includes(id);
    if (violation !== undefined) {
      const outcome = due ? 'caught' : mayViolate.includes(id) ? 'also' : 'misattributed';
      return [{ requirement: id, outcome, said: violation.message }];
    }
    const why = trial.undecided.find(({ requirement }) => requirement === id);
    const said = why === undefined ? 'passed' : `${why.verdict}: ${why.reason}`;
    return due ? [{ requirement: id, outcome: 'missed', said }] : [];
  });
}

export function faultResult({ order, trial }: OrderedTrial): FaultResult {
  const { name } = order.subject;
  const fault = faultNamed(name);
  const requirement = fault?.violates[0] ?? '';
  const cells = trial === null ? [] : cellsOf(order, trial);
  const caught = cells.some((cell) => cell.requirement === requirement && cell.outcome === 'caught');
  const failed = trial !== null && trial.errors.length > 0;
  return {
    name,
    requirement,
    level: levelOf(requirement),
    outcome: trial === null ? 'left' : failed ? 'failed' : caught ? 'caught' : 'missed',
    cells,
    errors: trial?.errors ?? [],
    requests: trial?.requests ?? 0,
    durationMs: trial?.durationMs ?? 0,
    tries: trial?.tries ?? 0,
    folder: null,
    again: againLine('fault', name, order),
  };
}

/** The outcome of a variant or a mixture over all of its trials. */
export function conformingResult(trials: readonly [OrderedTrial, ...OrderedTrial[]]): ConformingResult {
  const [{ order }] = trials;
  const { kind, name } = order.subject;
  const made = trials.flatMap(({ trial }) => (trial === null ? [] : [trial]));
  const flagged = made.flatMap(({ reported }) => reported);
  const errors = made.flatMap((trial) => trial.errors);
  const outcome = errors.length > 0 ? 'failed' : made.length < trials.length ? 'left' : 'cleared';
  return {
    kind: kind === 'mixture' ? 'mixture' : 'variant',
    name,
    outcome: flagged.length > 0 ? 'flagged' : outcome,
    flagged,
    undecided: made.flatMap((trial) => trial.undecided),
    errors,
    requests: made.reduce((sum, { requests }) => sum + requests, 0),
    durationMs: made.reduce((sum, { durationMs }) => sum + durationMs, 0),
    folder: null,
    again: againLine('variant', name, order),
  };
}

function againLine(option: string, name: string, { effort, seed }: TrialOrder): string {
  const chosen = effort === 'normal' ? '' : ` --effort ${effort}`;
  return `npx animal-store-conformance self-check --${option} ${name}${chosen} --seed ${seed}`;
}

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

/** Combines the trials that were run. */
export function foldTrials(
  trials: readonly OrderedTrial[],
  interrupted: string | null,
): Pick<SelfCheckReport, 'verdict' | 'interrupted' | 'totals' | 'faults' | 'conforming'> {
  const faults = trials.filter(({ order }) => order.subject.kind === 'fault').map(faultResult);
  const others = trials.filter(({ order }) => order.subject.kind !== 'fault');
  const conforming = [...groupedBy(others, ({ order }) => order.subject.name).values()].map(conformingResult);
  return {
    verdict: verdictOf(faults, conforming, interrupted),
    interrupted,
    totals: totalsOf(faults, conforming),
    faults,
    conforming,
  };
}

/** The suite failed with a false positive, a misattributed fault, or a violated MUST that was not reported. */
function verdictOf(
  faults: readonly FaultResult[],
  conforming: readonly ConformingResult[],
  interrupted: string | null,
): SelfCheckVerdict {
  if (interrupted !== null) {
    return 'none';
  }
  const isWrong = faults
    .filter(({ outcome }) => outcome !== 'failed')
    .flatMap(({ cells }) => cells)
    .some(
      ({ outcome, requirement }) =>
        outcome === 'misattributed' || (outcome === 'missed' && levelOf(requirement) === 'MUST'),
    );
  if (isWrong || conforming.some(({ flagged }) => flagged.length > 0)) {
    return 'refuted';
  }
  const undone = [...faults, ...conforming].some(({ outcome }) => outcome === 'failed' || outcome === 'left');
  return undone ? 'none' : 'proven';
}

function totalsOf(faults: readonly FaultResult[], conforming: readonly ConformingResult[]): SelfCheckTotals {
  const all = [...faults, ...conforming];
  const having = (outcome: string): number =>
    faults.filter(({ cells }) => cells.some((cell) => cell.outcome === outcome)).length;
  const caught = faults.filter(({ outcome }) => outcome === 'caught');
  return {
    faults: faults.length,
    caught: caught.length,
    caughtWhole: caught.filter(({ cells }) => cells.every(({ outcome }) => outcome !== 'missed')).length,
    missed: having('missed'),
    misattributed: having('misattributed'),
    conforming: conforming.length,
    cleared: conforming.filter(({ outcome }) => outcome === 'cleared').length,
    failed: all.filter(({ errors }) => errors.length > 0).length,
    left: all.filter(({ outcome }) => outcome === 'left').length,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  };
}
