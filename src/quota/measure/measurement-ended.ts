/**
 * Why a measurement can't go on. `refused`: the key is none, while another one is served. `not-served`: its first
 * request was answered with an error. `web-page`: something in front of the service answers in its place.
 * `silent`: the service has stopped answering.
 */
export interface MeasurementProblem {
  readonly kind: 'refused' | 'not-served' | 'web-page' | 'silent';
  /** N of `quota-key-N`, or 0. */
  readonly key: number;
  /** Of the last answer; 0 where none came. */
  readonly status: number;
}

/** Ends a measurement; what was learnt until then stands. */
export class MeasurementEnded extends Error {
  readonly problem: MeasurementProblem;

  constructor(problem: MeasurementProblem) {
    super(`quota-key-${problem.key}: ${problem.kind}, answered ${problem.status}`);
    this.name = 'MeasurementEnded';
    this.problem = problem;
  }
}
