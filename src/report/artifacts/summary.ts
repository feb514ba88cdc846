import type { Level } from '../../verdict/requirement.ts';
import { byEarliest, byVerdict, withVerdict } from '../by-verdict.ts';
import { exchangesByNumber } from '../example.ts';
import { isOfLoad, undecidedText } from '../load-text.ts';
import { markdownBlock, markdownCode, markdownText } from '../markdown.ts';
import { sectionBlocks } from '../markdown-sections.ts';
import type { Report, ReportRequirement } from '../report.ts';
import {
  adviceSections,
  deliveryTexts,
  hindrances,
  measuredSections,
  runFacts,
  undecidedSections,
} from '../text-sections.ts';
import { toneOf, verdictSentence } from '../verdict-sentence.ts';
import { bounded } from '../words.ts';
import { violationText } from './test-cases.ts';

/** GitHub drops all summaries of a step above 1 MiB in total; this one stays far below. */
const mostBytes = 200 * 1_024;
const longestText = 500;
const findingsShown = 3;
const marks = {
  conformant: '✅',
  part: 'ℹ️',
  open: '⚠️',
  failed: '❌',
  'non-conformant': '❌',
  none: '⚠️',
} as const;

export function renderSummary(report: Report): string {
  const blocks = [
    `## ${marks[toneOf(report)]} ${markdownText(verdictSentence(report))}`,
    facts(report),
    ...hindrances(report).map((text) => `- ${markdownText(bounded(text, 2_000))}`),
    ...transport(report),
    ...measuredSections(report).flatMap(sectionBlocks),
    ...(isOfLoad(report) ? [] : [countsTable(report)]),
    ...violations('Failed', 'failed', report),
    ...violations('Warnings', 'warned', report),
    ...undecidedSections(report).flatMap(sectionBlocks),
    ...(isOfLoad(report) ? [undecidedText(report)].filter((text) => text !== '') : []),
    ...adviceSections(report).flatMap(sectionBlocks),
  ];
  return withinBytes(blocks);
}

function facts(report: Report): string {
  const { target, tool } = report;
  const parts = [...runFacts(report), `${tool.name} ${tool.version}`];
  return `${markdownCode(bounded(target.baseUrl, longestText))} · ${parts.map(markdownText).join(' · ')}`;
}

function transport(report: Report): string[] {
  const lost = deliveryTexts(report);
  return lost.length === 0 ? [] : [`Transport: ${markdownText(lost.join('; '))}`];
}

function countsTable({ requirements }: Report): string {
  const levels: readonly Level[] = ['MUST', 'SHOULD', 'OBSERVE'];
  const shown = byVerdict(requirements);
  const count = (level: Level, rows: readonly ReportRequirement[]) =>
    rows.filter((row) => row.level === level).length;
  const cells = (values: readonly (string | number)[]) => `| ${values.join(' | ')} |`;
  return [
    cells(['', ...shown.map(({ word }) => word)]),
    cells(['---', ...shown.map(() => '--:')]),
    ...levels.map((level) => cells([level, ...shown.map((same) => count(level, same.requirements))])),
  ].join('\n');
}

function violations(title: string, verdict: 'failed' | 'warned', report: Report): string[] {
  const exchanges = exchangesByNumber(report);
  const blocks = byEarliest(withVerdict(report, verdict)).map((requirement) => {
    const text = violationText(requirement, report, exchanges, findingsShown);
    return `**${markdownText(requirement.id)}**\n\n${markdownBlock(text)}`;
  });
  return blocks.length === 0 ? [] : [`### ${title}`, ...blocks];
}

/** Blocks are left out whole, so that no code block stays open. */
function withinBytes(blocks: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 200;
  for (const [index, block] of blocks.entries()) {
    bytes += Buffer.byteLength(block) + 2;
    if (bytes > mostBytes) {
      kept.push(`_${blocks.length - index} more parts omitted: see the HTML report._`);
      break;
    }
    kept.push(block);
  }
  return `${kept.join('\n\n')}\n`;
}
