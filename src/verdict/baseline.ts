/** The parts of an earlier report that serve as a baseline (`--baseline`). */
export interface Baseline {
  /** Its file or folder, as passed. */
  readonly source: string;
  /** The start of that run, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** The target of that run, if different from that of the current run. */
  readonly target?: string;
  /** The violated requirements, waived or not, with the kinds of violations. */
  readonly violated: readonly BaselineViolation[];
  /** The ids of undecided requirements. */
  readonly undecided: readonly string[];
}

/** A requirement that an earlier run found violated. */
export interface BaselineViolation {
  readonly requirement: string;
  /** The kinds of its findings. */
  readonly kinds: readonly string[];
}
