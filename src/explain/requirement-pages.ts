import { requirements } from '../../suites/requirements.ts';
import { markdownText } from '../report/markdown.ts';
import type { Requirement } from '../verdict/requirement.ts';
import { explainedRequirement } from './explained-requirement.ts';
import { explanationMarkdown } from './explanation-markdown.ts';

type Group = (typeof requirements)[number]['id'] extends `${infer First}/${string}` ? First : never;

const written = '<!-- Written by scripts/write-requirement-pages.mjs. -->';

const subjects: Readonly<Record<Group, string>> = {
  auth: 'Authentication by API key, and the refusal of requests without a valid one.',
  list: 'GET /pets: lists, their limit and their status filter.',
  create: 'POST /pets: new animals and refused bodies.',
  get: 'GET /pets/{petId}: one animal by its id.',
  responses: 'Every response of the three operations.',
  errors: 'Error responses, including those for unknown paths and unsupported methods.',
  rate: 'The rate limit headers, which every response carries.',
  quota: 'Plan limits, measured with dedicated keys.',
  version: 'The version in the base URL.',
  store: 'The store section, whose shape the document does not show.',
};

/** The documentation of the catalogue: each file by its path in `docs/requirements`, the index first. */
export function requirementPages(): Map<string, string> {
  return new Map([
    ['README.md', index()],
    ...requirements.map((row): [string, string] => [`${row.id}.md`, page(row)]),
  ]);
}

function page(row: Requirement): string {
  const explained = explainedRequirement(row.id);
  if (explained === undefined) {
    throw new Error(`the catalogue has no requirement ${row.id}`);
  }
  const [group = ''] = row.id.split('/');
  const links = [
    `[All requirements](../README.md#${group})`,
    // An observation cannot be violated.
    ...(row.level === 'OBSERVE'
      ? []
      : [
          '[replay a finding](../../replaying.md#replay-a-finding)',
          '[waive a failure until a date](../../waivers.md)',
          `[seeded faults](../../self-check.md#${group})`,
          '[blind spots](../../blind-spots.md)',
        ]),
  ];
  return `${written}\n\n${explanationMarkdown(explained)}\n---\n\n${links.join(' · ')}\n`;
}

function index(): string {
  const count = (level: Requirement['level']) => requirements.filter((row) => row.level === level).length;
  const groups = Object.entries(subjects).map(([group, subject]) => groupSection(group, subject));
  return `${written}

# The requirements

Each requirement has a page with its source, the requests of the run, the expected responses, the rationale, the likely owner of a fix, a conforming example and a violation. \`animal-store-conformance explain ID\` prints the same.

The catalogue has ${requirements.length} requirements. A violation of one of the ${count('MUST')} MUST requirements makes a service not conformant, and a violation of one of the ${count('SHOULD')} SHOULD requirements is a warning. A run records the behaviour for the ${count('OBSERVE')} OBSERVE requirements and judges none of it.

${groups.join('\n\n')}
`;
}

function groupSection(group: string, subject: string): string {
  const rows = requirements
    .filter(({ id }) => id.startsWith(`${group}/`))
    .map(({ id, level, statement }) => `| [${id}](${id}.md) | ${level} | ${markdownText(statement)} |`);
  return `## ${group}

${markdownText(subject)}

| requirement | level | statement |
|---|---|---|
${rows.join('\n')}`;
}
