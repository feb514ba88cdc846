import { catalogue, requirements } from '../../suites/requirements.ts';
import type { Explanation } from '../verdict/explanation.ts';
import type { Requirement } from '../verdict/requirement.ts';

/** A requirement of the catalogue with everything that there is to know of it. */
export interface ExplainedRequirement extends Requirement, Explanation {
  /** Where the requirement comes from: the interface document, or a standard. */
  readonly source: string;
  /** The command that decides this requirement alone, the base address left to fill in. */
  readonly alone: string;
}

/** The requirement with this id, or `undefined` where there is none. */
export function explainedRequirement(id: string): ExplainedRequirement | undefined {
  const row = requirements.find((one) => one.id === id);
  if (row === undefined) {
    return undefined;
  }
  const explanation = catalogue[row.id].explanation();
  const options = [...explanation.needs, `--only '${id}'`].join(' ');
  return {
    ...row,
    source: row.section.startsWith('RFC ') ? row.section : `the interface document, section "${row.section}"`,
    ...explanation,
    alone: `animal-store-conformance run BASE-URL ${options}`,
  };
}
