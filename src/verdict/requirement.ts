/** How binding a requirement is (see `requirements`): what a violation does to the run. */
export type Level = 'MUST' | 'SHOULD' | 'OBSERVE';

/** What a run says of one requirement. */
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
  /** What a conforming service does, in one sentence. */
  readonly statement: string;
  /** The section of the interface document, or the standard, that it is read from. */
  readonly section: string;
  /** The version of the catalogue that it came with. */
  readonly since: number;
}
