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
