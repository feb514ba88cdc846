import type { Operation } from '../exchange/exchange.ts';

/** A known failure that is accepted until a date: an entry of the file of `--waivers`. */
export interface Waiver {
  /** The id of the violated requirement. */
  readonly requirement: string;
  /** The operation whose responses it covers; `null`: all operations. */
  readonly operation: Operation | null;
  /** The base URL that it covers, where `*` matches any characters; `null`: every one. */
  readonly target: string | null;
  /** Why the failure is accepted. */
  readonly reason: string;
  readonly owner: string | null;
  readonly link: string | null;
  /** The last day of the waiver, in UTC: `2026-12-31`. */
  readonly expires: string;
  /** The position of the entry: `waivers.yaml, line 7`. */
  readonly source: string;
}

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
