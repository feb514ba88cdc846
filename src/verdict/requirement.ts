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

/** The documentation of a requirement. */
export interface Explanation {
  /** The requests that the suite sends, or the responses that it checks. */
  readonly sends: string;
  /** The responses that it accepts. */
  readonly accepts: string;
  /** The harm of a violation to clients, or the use of the observation. */
  readonly why: string;
  /** What a conforming service does, for example. */
  readonly right: string;
  /** What violates the requirement; `null` if the document does not specify the behaviour. */
  readonly wrong: string | null;
  /** What another conforming service does, if the document does not specify the behaviour. */
  readonly alsoRight: string | null;
  /** Options without which a run skips the requirement: `--plan PLAN`. */
  readonly needs: readonly string[];
}

/** A requirement of the catalogue without its id. */
export interface CatalogueRow extends Omit<Requirement, 'id'> {
  readonly explanation: Explanation;
}
