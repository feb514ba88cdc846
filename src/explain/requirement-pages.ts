import { requirements } from '../../suites/requirements.ts';
import { markdownText } from '../report/markdown.ts';
import type { Requirement } from '../verdict/requirement.ts';
import { explainedRequirement } from './explained-requirement.ts';
import { explanationMarkdown } from './explanation-markdown.ts';

type Group = (typeof requirements)[number]['id'] extends `${infer First}/${string}` ? First : never;

const written = '<!-- Written by scripts/write-requirement-pages.mjs. -->';

/** What the requirements of each group are about. */
const subjects: Readonly<Record<Group, string>> = {
  auth: 'The key, and how requests without a valid one are refused.',
  list: 'GET /pets: lists, their limit and their filter.',
  create: 'POST /pets: animals that are created, and bodies that are refused.',
  get: 'GET /pets/{id}: one animal by its id.',
  responses: 'What holds on every answer of the three operations.',
  errors: 'Answers that refuse a request or fail, and what unknown paths and methods are answered.',
  rate: 'The rate limit headers that every answer carries.',
  quota: 'The limits of plans, measured with keys that are given for it.',
  version: 'Where the interface is served.',
  store: 'What is served beyond the interface.',
};

/** The documentation of the catalogue: the text of each file by its path in `docs/requirements`, the index first. */
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
    // What is only observed is never violated.
    ...(row.level === 'OBSERVE'
      ? []
      : [
          '[does it still fail?](../../replaying.md#does-it-still-fail)',
          '[accept it until a day](../../waivers.md)',
          `[faults that the suite is tried on](../../self-check.md#${group})`,
          "[what a run can't see](../../blind-spots.md)",
        ]),
  ];
  return `${written}\n\n${explanationMarkdown(explained)}\n---\n\n${links.join(' · ')}\n`;
}

function index(): string {
  const count = (level: Requirement['level']) => requirements.filter((row) => row.level === level).length;
  const groups = Object.entries(subjects).map(([group, subject]) => groupSection(group, subject));
  return `${written}

# The requirements

A page each: what is owed and where that stands, what is sent, what is accepted, why it matters, who may have to act, and a right and a wrong answer. \`animal-store-conformance explain ID\` prints the same.

There are ${requirements.length}: ${count('MUST')} MUST, whose violation makes a service not conformant; ${count('SHOULD')} SHOULD, whose violation is a warning; ${count('OBSERVE')} OBSERVE, of which a run says what it saw and judges nothing.

${groups.join('\n\n')}
`;
}

function groupSection(group: string, subject: string): string {
  const rows = requirements
    .filter(({ id }) => id.startsWith(`${group}/`))
    .map(({ id, level, statement }) => `| [${id}](${id}.md) | ${level} | ${markdownText(statement)} |`);
  return `## ${group}

${markdownText(subject)}

| requirement | level | what it says |
|---|---|---|
${rows.join('\n')}`;
}
