import type { Operation } from '../exchange/exchange.ts';

/** A failure that is known and accepted until a day: an entry of the file that `--waivers` names. */
export interface Waiver {
  /** The id of the requirement that is violated. */
  readonly requirement: string;
  /** The operation in whose answers it may be violated, or `null` for all of them. */
  readonly operation: Operation | null;
  /** The base address that it is for, `*` for any characters, or `null` for every one. */
  readonly target: string | null;
  /** Why it is accepted. */
  readonly reason: string;
  readonly owner: string | null;
  readonly link: string | null;
  /** The last day, in UTC, on which it is accepted: `2026-12-31`. */
  readonly expires: string;
  /** Where the entry stands: `waivers.yaml, line 7`. */
  readonly source: string;
}
