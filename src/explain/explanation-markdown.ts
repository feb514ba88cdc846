import { markdownBlock, markdownCode, markdownText } from '../report/markdown.ts';
import type { ExplainedRequirement } from './explained-requirement.ts';
import { examplesOf } from './explanation-text.ts';
import { httpLines } from './http-text.ts';

/** A requirement as a page of Markdown. */
export function explanationMarkdown(requirement: ExplainedRequirement): string {
  const { id, level, statement, source, sends, accepts, why, acts, needs, alone, since } = requirement;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['Source', markdownText(source)],
    ...(since === 1 ? [] : [['Since', `catalogue ${since}`] as const]),
    ['What is sent', markdownText(sends)],
    ['What is accepted', markdownText(accepts)],
    ['Why', markdownText(why)],
    ['Who may have to act', markdownText(acts)],
    ...(needs.length === 0 ? [] : [['Needs', needs.map(markdownCode).join(' ')] as const]),
    ['Alone', markdownCode(alone)],
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
