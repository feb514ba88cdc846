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
