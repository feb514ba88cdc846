import type { HeaderList } from '../exchange/exchange.ts';
import type { Requirement } from './requirement.ts';

/** A request and its answer, as an example shows them. Keys stand in it as `$ANIMAL_STORE_API_KEY`. */
export interface ExampleExchange {
  readonly request: {
    readonly method: string;
    /** Path and query below the base address: `/pets?limit=2`. */
    readonly target: string;
    readonly headers: HeaderList;
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: HeaderList;
    readonly body: string;
  };
}

/** Exchanges, one after the other, that keep a requirement or violate it. */
export interface Example {
  /** One sentence: what to look at in it. */
  readonly says: string;
  readonly exchanges: readonly ExampleExchange[];
}

/** What stands behind a requirement, for people. */
export interface Explanation {
  /** What the suite sends or looks at. */
  readonly sends: string;
  /** Which answers it accepts. */
  readonly accepts: string;
  /** What a client loses where it does not hold, or why it is worth knowing. */
  readonly why: string;
  /** Who is likely to have to act where it is violated, or may want to know. */
  readonly acts: string;
  /** Where a status alone decides: those that the answer to the last request of an example may have. */
  readonly statuses?: readonly number[];
  /** A service that keeps it. */
  readonly right: Example;
  /** A service that violates it; `null` where the document leaves it open. */
  readonly wrong: Example | null;
  /** Where the document leaves it open: another answer that is as right. */
  readonly alsoRight: Example | null;
  /** Options without which a run skips it: `--plan PLAN`. */
  readonly needs: readonly string[];
}

/** A requirement of the catalogue as it stands under its id. */
export interface CatalogueRow extends Omit<Requirement, 'id'> {
  /** Made when it is asked for: a run has no use for it. */
  readonly explanation: () => Explanation;
}
