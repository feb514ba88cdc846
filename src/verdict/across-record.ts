/** The results of a run across a command, such as a restart or a deployment. Contains no secret. */
export interface AcrossRecord {
  /** The command of `--across`; `null` with `--after`, where something else ran between two runs. */
  readonly command: AcrossCommand | null;
  /** The earlier run of `--after`; `null` with `--across`. */
  readonly earlier: EarlierRun | null;
  /** The responses while the command ran, until the service responded again; `null` with `--after`. */
  readonly gap: AcrossGap | null;
  /** The promises that must outlive the command, in the order of their tests. */
  readonly promises: readonly AcrossPromise[];
  /** The animals of before: the interface document promises no durability. */
  readonly animals: AcrossAnimals;
}

/** The command of `--across`, and how it ended. */
export interface AcrossCommand {
  readonly text: string;
  /** ISO 8601, and ms since the start of the run. */
  readonly startedAt: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** `null` if a signal ended it, or if it could not be started. */
  readonly exitStatus: number | null;
  /** The signal that ended it, or why it could not be started; otherwise `null`. */
  readonly ended: string | null;
  /** The end of its output, both streams in the order of their output. */
  readonly output: string;
  /** The number of bytes omitted from the beginning of the output. */
  readonly outputCut: number;
}

/** The earlier run of `--after`. */
export interface EarlierRun {
  /** Its folder, as passed. */
  readonly source: string;
  readonly startedAt: string;
  /** From its last request to the first one of this run, in ms. */
  readonly apartMs: number;
  /** Present if its journal ends before the run did: animals after that are unknown. */
  readonly isCut?: true;
}

/** Open-loop requests from the start of the command until the service responded again. Times in ms since the start of the run. */
export interface AcrossGap {
  readonly intervalMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly requests: number;
  /** Requests that were served: a 2xx, or a 404 with an `Error` for an animal. */
  readonly served: number;
  /** Whether the service responded again within `--across-timeout`. */
  readonly isBack: boolean;
  /** From the end of the command until the service responded again; `null` if it did not. */
  readonly backAfterMs: number | null;
  /** The spans without a served response, added up, and the longest. */
  readonly outageMs: number;
  readonly longestOutageMs: number;
  /** The number of responses by status, and of failures by code, most frequent first. */
  readonly statuses: readonly { readonly status: number; readonly count: number }[];
  readonly failures: readonly { readonly code: string; readonly count: number }[];
  /** Equal parts of the time from `startMs` to `endMs`. */
  readonly bins: readonly GapBin[];
}

/** The requests that ended in a part of the gap. */
export interface GapBin {
  readonly served: number;
  /** Any other response. */
  readonly refused: number;
  /** No complete response. */
  readonly unanswered: number;
}

/** The result for one requirement that must outlive the command. */
export interface AcrossPromise {
  /** The requirement that it is part of. */
  readonly requirement: string;
  /** `untested`: the run had nothing to test it with. */
  readonly outcome: 'held' | 'violated' | 'undecided' | 'untested';
  /** The observation, or the reason. */
  readonly text: string;
}

/** How many animals from before the command were read after it, found and gone. */
export interface AcrossAnimals {
  /** Those of before that were read again. */
  readonly read: number;
  readonly found: number;
  readonly gone: number;
}
