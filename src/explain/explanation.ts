import { catalogue, requirements } from '../../suites/requirements.ts';
import { markdownCode, markdownText } from '../report/markdown.ts';
import { wrap } from '../report/terminal/layout.ts';
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
  const { explanation } = catalogue[row.id];
  const options = [...explanation.needs, `--only '${id}'`].join(' ');
  return {
    ...row,
    source: row.section.startsWith('RFC ') ? row.section : `the interface document, section "${row.section}"`,
    ...explanation,
    command: `animal-store-conformance run BASE-URL ${options}`,
  };
}

function factsOf(requirement: ExplainedRequirement): (readonly [label: string, text: string])[] {
  const { source, since, sends, accepts, why, right, wrong, alsoRight } = requirement;
  return [
    ['Source', source],
    ...(since === 1 ? [] : [['Since', `catalogue ${since}`] as const]),
    ['Requests', sends],
    ['Expected', accepts],
    ['Rationale', why],
    ['Conforming', right],
    ...(wrong === null ? [] : [['Violation', wrong] as const]),
    ...(alsoRight === null ? [] : [['Conforming', alsoRight] as const]),
  ];
}

const labelColumns = 14;

export function explanationText(requirement: ExplainedRequirement, columns: number): string {
  const { id, level, statement, needs, command } = requirement;
  const facts = [...factsOf(requirement), ...needs.map((option) => ['Option', option] as const)];
  return [
    `${id}  ${level}`,
    ...wrap(statement, columns),
    '',
    ...facts.flatMap(([label, text]) =>
      wrap(text, Math.max(30, columns - labelColumns)).map(
        (line, index) => `${(index === 0 ? label : '').padEnd(labelColumns)}${line}`,
      ),
    ),
    // A command is not wrapped, so that it can be copied.
    `${'Command'.padEnd(labelColumns)}${command}`,
    '',
  ].join('\n');
}

export function explanationMarkdown(requirement: ExplainedRequirement): string {
  const { id, level, statement, needs, command } = requirement;
  const facts = [
    ...factsOf(requirement).map(([label, text]) => [label, markdownText(text)] as const),
    ...needs.map((option) => ['Option', markdownCode(option)] as const),
    ['Command', markdownCode(command)] as const,
  ];
  return `${[
    `# ${id}`,
    `**${level}** ${markdownText(statement)}`,
    facts.map(([label, text]) => `- **${label}:** ${text}`).join('\n'),
  ].join('\n\n')}\n`;
}
