import type { ClockBounds } from '../exchange/server-clock.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';

/** The limiters that a conforming service may have. */
export type LimiterKind =
  | 'fixed window aligned to the clock'
  | 'fixed window from the first request'
  | 'sliding log'
  | 'sliding counter'
  | 'token bucket'
  | 'sliding log in steps'
  | 'sliding counter in steps'
  | 'token bucket in steps';

/** A deviation that a timeline shows. */
export interface QuotaFinding {
  /** The id of the requirement: `quota/*`, or `rate/*` for what a header promised. */
  readonly requirement: string;
  /** A short, stable name of this way to violate it; no server text in it. */
  readonly kind: string;
  /** One sentence with the behaviour of the service. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The request that shows it. */
  readonly entry: TimelineEntry;
  /** Other entries that belong to the proof, each with its role. */
  readonly related: readonly { readonly role: string; readonly entry: TimelineEntry }[];
  /** Whether a second measurement must confirm it before it is reported. */
  readonly restsOnTiming: boolean;
}

/** The judgement of a timeline on the limits of one plan. */
export interface QuotaJudgement {
  readonly findings: readonly QuotaFinding[];
  /** The requirements that it supports, each with some of the entries that do. */
  readonly supported: readonly { readonly requirement: string; readonly entries: Timeline }[];
  /** The requirements that it can't decide, and why, and what would change that. */
  readonly undecided: readonly {
    readonly requirement: string;
    readonly reason: string;
    /** The requirement whose violation is the reason. */
    readonly violated?: string;
  }[];
  /** The observations on behaviour that the interface document leaves open. */
  readonly observations: readonly {
    readonly requirement: string;
    readonly text: string;
    readonly entries: Timeline;
  }[];
  /** The permitted limiters that explain the whole timeline. */
  readonly explainedBy: readonly LimiterKind[];
  /** Whether more bursts may decide it. */
  readonly moreBurstsTell?: boolean;
  /** The requests in flight when a burst reached the limit; 0 if none did. */
  readonly overlapAtLimit: number;
  /** Bounds of the server's clock less the timeline's, in ms since 1970; `null` without a `Date`. */
  readonly clock: ClockBounds | null;
}

/** A judgement that decides nothing. */
export const emptyJudgement: QuotaJudgement = {
  findings: [],
  supported: [],
  undecided: [],
  observations: [],
  explainedBy: [],
  overlapAtLimit: 0,
  clock: null,
};
