import type { HeaderList } from '../exchange/exchange.ts';

/** The level of a requirement, which determines the effect of a violation. */
export type Level = 'MUST' | 'SHOULD' | 'OBSERVE';

/** The verdict on one requirement. */
export type RequirementVerdict =
  | 'passed'
  | 'failed'
  | 'warned'
  | 'observed'
  | 'skipped'
  | 'inconclusive'
  | 'waived';

/** One row of the catalogue. */
export interface Requirement {
  /** `group/name`: never changes its meaning. */
  readonly id: string;
  readonly level: Level;
  /** The behaviour of a conforming service, in one sentence. */
  readonly statement: string;
  /** Its source: a section of the interface document, or a standard. */
  readonly section: string;
  /** The catalogue version that introduced it. */
  readonly since: number;
}

/** A request and its response in an example, with `$ANIMAL_STORE_API_KEY` for the key. */
export interface ExampleExchange {
  readonly request: {
    readonly method: string;
    /** Path and query relative to the base URL: `/pets?limit=2`. */
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

/** Consecutive exchanges that satisfy or violate a requirement. */
export interface Example {
  /** A caption of one sentence. */
  readonly says: string;
  readonly exchanges: readonly ExampleExchange[];
}

/** The documentation of a requirement. */
export interface Explanation {
  /** The requests that the suite sends, or the responses that it checks. */
  readonly sends: string;
  /** The responses that it accepts. */
  readonly accepts: string;
  /** The harm of a violation to clients, or the use of the observation. */
  readonly why: string;
  /** The component that is likely to need the fix, or the readers of the observation. */
  readonly owner: string;
  /** If the status alone decides: the conforming ones for the last request of an example. */
  readonly statuses?: readonly number[];
  /** Responses of a conforming service. */
  readonly right: Example;
  /** Responses that violate the requirement; `null` if the document does not specify the behaviour. */
  readonly wrong: Example | null;
  /** Other conforming responses, if the document does not specify the behaviour. */
  readonly alsoRight: Example | null;
  /** Options without which a run skips the requirement: `--plan PLAN`. */
  readonly needs: readonly string[];
}

/** A requirement of the catalogue without its id. */
export interface CatalogueRow extends Omit<Requirement, 'id'> {
  /** Built on request, because a run does not use it. */
  readonly explanation: () => Explanation;
}
