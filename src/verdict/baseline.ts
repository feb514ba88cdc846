/** What an earlier run says of the service, as far as it is held against a run: what `--baseline` names. */
export interface Baseline {
  /** Its file or folder, as it was named. */
  readonly source: string;
  /** When that run started, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** The target of that run, where it was another one than that of the run which is held against it. */
  readonly target?: string;
  /** The requirements that it violates, waived or not, and in which ways. */
  readonly violated: readonly BaselineViolation[];
  /** The ids of those that it did not decide. */
  readonly undecided: readonly string[];
}

/** A requirement that an earlier run saw violated. */
export interface BaselineViolation {
  readonly requirement: string;
  /** The kinds of its findings. */
  readonly kinds: readonly string[];
}
