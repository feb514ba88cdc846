import { catalogue, requirements } from '../../suites/requirements.ts';
import type { Explanation, Requirement } from '../verdict/requirement.ts';

export interface ExplainedRequirement extends Requirement, Explanation {
  /** The source of the requirement: the interface document or a standard. */
  readonly source: string;
  /** The command that checks only this requirement, with a placeholder for the base URL. */
  readonly command: string;
}

/** The requirement with this id, or `undefined` if the catalogue does not have it. */
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
    command: `animal-store-conformance run BASE-URL ${options}`,
  };
}
