import { faultNamed } from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import { groupedBy } from '../grouped-by.ts';
import type { Level } from '../verdict/requirement.ts';
import type {
  MatrixCell,
  SelfCheckReport,
  SelfCheckTotals,
  SelfCheckVerdict,
  SubjectResult,
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

/** The outcome of one service over all of its trials. */
export function resultOf(trials: readonly [OrderedTrial, ...OrderedTrial[]]): SubjectResult {
  const [{ order: first }] = trials;
  const { kind, name } = first.subject;
  const made = trials.flatMap(({ order, trial }) => (trial === null ? [] : [{ order, trial }]));
  const cells = made.flatMap(({ order, trial }) => cellsOf(order, trial));
  const errors = made.flatMap(({ trial }) => trial.errors);
  const requirement = kind === 'fault' ? (faultNamed(name)?.violates[0] ?? null) : null;
  const isCaught = cells.some((cell) => cell.requirement === requirement && cell.outcome === 'caught');
  const isFlagged = kind !== 'fault' && cells.length > 0;
  const complete =
    made.length < trials.length ? 'left' : kind !== 'fault' ? 'cleared' : isCaught ? 'caught' : 'missed';
  return {
    kind,
    name,
    requirement,
    outcome: isFlagged ? 'flagged' : errors.length > 0 ? 'failed' : complete,
    cells,
    errors,
    requests: made.reduce((sum, { trial }) => sum + trial.requests, 0),
    durationMs: made.reduce((sum, { trial }) => sum + trial.durationMs, 0),
    tries: made.reduce((sum, { trial }) => sum + trial.tries, 0),
    folder: null,
    again: againLine(kind === 'fault' ? 'fault' : 'variant', name, first),
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
  /** The command line that repeats it. */
  readonly again: string;
}

/** The shortcomings in one trial. */
export function complaintsOfTrial(one: OrderedTrial): Complaint[] {
  return complaintsOf([resultOf([one])]);
}

/** All shortcomings, false positives first. */
export function complaintsOf(results: readonly SubjectResult[]): Complaint[] {
  const order = ['false positive', 'misattributed', 'missed', 'not run'];
  return results
    .flatMap(complaintsOfOne)
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

function complaintsOfOne({ kind, name, cells, errors, again }: SubjectResult): Complaint[] {
  // An interrupted run of a fault is no evidence.
  const judged = kind === 'fault' && errors.length > 0 ? [] : cells;
  return [
    ...judged.flatMap(({ outcome, requirement, said }): Complaint[] =>
      outcome === 'missed' || outcome === 'misattributed'
        ? [
            {
              kind: kind === 'fault' ? outcome : 'false positive',
              name,
              text: `${requirement}: ${said}`,
              again,
            },
          ]
        : [],
    ),
    ...errors.map((error): Complaint => ({ kind: 'not run', name, text: firstLine(error), again })),
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
  const bySubject = groupedBy(trials, ({ order: { subject } }) => `${subject.kind} ${subject.name}`);
  const results = [...bySubject.values()].map(resultOf);
  const faults = results.filter(({ kind }) => kind === 'fault');
  const conforming = results.filter(({ kind }) => kind !== 'fault');
  return {
    verdict: verdictOf(results, interrupted),
    interrupted,
    totals: totalsOf(faults, conforming),
    faults,
    conforming,
  };
}

/** The suite failed with a false positive, a misattributed fault, or a violated MUST that was not reported. */
function verdictOf(results: readonly SubjectResult[], interrupted: string | null): SelfCheckVerdict {
  if (interrupted !== null) {
    return 'none';
  }
  const isWrong = results
    .filter(({ outcome }) => outcome !== 'failed')
    .flatMap(({ cells }) => cells)
    .some(
      ({ outcome, requirement }) =>
        outcome === 'misattributed' || (outcome === 'missed' && levelOf(requirement) === 'MUST'),
    );
  const isUndone = results.some(({ outcome }) => outcome === 'failed' || outcome === 'left');
  return isWrong ? 'refuted' : isUndone ? 'none' : 'proven';
}

function totalsOf(faults: readonly SubjectResult[], conforming: readonly SubjectResult[]): SelfCheckTotals {
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
