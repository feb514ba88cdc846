import { markdownBlock, markdownCode, markdownText } from '../report/markdown.ts';
import type { ExplainedRequirement } from './explained-requirement.ts';
import { examplesOf } from './explanation-text.ts';
import { httpLines } from './http-text.ts';

export function explanationMarkdown(requirement: ExplainedRequirement): string {
  const { id, level, statement, source, sends, accepts, why, owner, needs, command, since } = requirement;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['Source', markdownText(source)],
    ...(since === 1 ? [] : [['Since', `catalogue ${since}`] as const]),
    ['Requests', markdownText(sends)],
    ['Expected', markdownText(accepts)],
    ['Rationale', markdownText(why)],
    ['Likely owner', markdownText(owner)],
    ...(needs.length === 0 ? [] : [['Options', needs.map(markdownCode).join(' ')] as const]),
    ['Command', markdownCode(command)],
  ];
  const examples = examplesOf(requirement).flatMap(([title, { says, exchanges }]) => [
    `## ${title}`,
    markdownText(says),
    ...exchanges.map((exchange) => markdownBlock(httpLines(exchange).join('\n'))),
  ]);
  return `${[
    `# ${id}`,
    `**${level}** ${markdownText(statement)}`,
    facts.map(([label, text]) => `- **${label}:** ${text}`).join('\n'),
    ...examples,
  ].join('\n\n')}\n`;
}
