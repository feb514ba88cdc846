import { faultNamed } from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import type { Level } from '../verdict/requirement.ts';
import type { ConformingResult, FaultResult, MatrixCell } from './self-check-report.ts';
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
