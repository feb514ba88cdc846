import type { Level } from '../verdict/requirement.ts';
import { acrossTitle, animalsText, gapTexts, promiseText } from './across-text.ts';
import {
  animalsCreated,
  byEarliest,
  byReason,
  byVerdictWord,
  fixedAdvice,
  shortIds,
  sinceBaseline,
  waivedWays,
  withVerdict,
} from './by-verdict.ts';
import { exchangesByNumber } from './example.ts';
import {
  deviationText,
  generatorFacts,
  isOfLoad,
  latencyFacts,
  loadFacts,
  objectiveText,
  outcomeFacts,
  ratesText,
  undecidedText,
} from './load-text.ts';
import { markdownBlock, markdownCode, markdownText } from './markdown.ts';
import { plainFinding } from './plain-finding.ts';
import { explanationText, grantText, overlapText, placeTexts, planLimitName } from './plan-limit-text.ts';
import type { Report, ReportExchanges, ReportRequirement } from './report.ts';
import { deliveryTexts, effortText, hindrances } from './run-text.ts';
import { failsAllTheSame, isFragment, verdictSentence } from './verdict-sentence.ts';
import { waiversToMind, waiverText } from './waiver-lines.ts';
import { bounded, counted, durationText } from './words.ts';

/** GitHub drops all summaries of a step above 1 MiB in total; this one stays far below. */
const mostBytes = 200 * 1_024;
const limits = { text: 500, body: 600, curl: 2_000 };
const findingsShown = 3;
const verdicts = ['passed', 'failed', 'warned', 'observed', 'skipped', 'inconclusive', 'waived'] as const;

export function renderSummary(report: Report): string {
  const exchanges = exchangesByNumber(report);
  const blocks = [
    `## ${mark(report)} ${markdownText(verdictSentence(report))}`,
    facts(report),
    ...hindrances(report).map((text) => `- ${markdownText(bounded(text, 2_000))}`),
    ...transport(report),
    ...loadBlocks(report),
    ...planLimitBlocks(report),
    ...acrossBlocks(report),
    ...(isOfLoad(report) ? [] : [countsTable(report)]),
    ...section('Failed', withVerdict(report, 'failed'), report, exchanges),
    ...section('Warnings', withVerdict(report, 'warned'), report, exchanges),
    ...(isOfLoad(report)
      ? [undecidedText(report)].filter((text) => text !== '')
      : [
          ...reasons('Not tested', withVerdict(report, 'skipped'), report),
          ...reasons('Inconclusive', withVerdict(report, 'inconclusive'), report),
        ]),
    ...waivedWays(report).flatMap(({ title, requirements }) => reasons(title, requirements, report)),
    ...waiverBlocks(report),
    ...fixedBlocks(report),
  ];
  return withinBytes(blocks);
}

function mark(report: Report): string {
  return failsAllTheSame(report)
    ? '❌'
    : isFragment(report)
      ? 'ℹ️'
      : { conformant: '✅', 'non-conformant': '❌', none: '⚠️' }[report.verdict];
}

function facts(report: Report): string {
  const { target, run, tool } = report;
  const animals = animalsCreated(report);
  const parts = [
    counted(run.requests, 'request'),
    durationText(run.durationMs),
    ...(run.kind === undefined ? [`effort ${effortText(run)}`] : []),
    ...(run.kind === 'judge' ? ['recorded traffic; nothing was sent'] : [`seed ${run.seed}`]),
    ...(animals === 0 ? [] : [`${counted(animals, 'animal')} created`]),
    `${tool.name} ${tool.version}`,
  ];
  return `${markdownCode(bounded(target.baseUrl, limits.text))} · ${parts.map(markdownText).join(' · ')}`;
}

function transport(report: Report): string[] {
  const lost = deliveryTexts(report);
  return lost.length === 0 ? [] : [`Transport: ${markdownText(lost.join('; '))}`];
}

function countsTable({ requirements }: Report): string {
  const levels: readonly Level[] = ['MUST', 'SHOULD', 'OBSERVE'];
  const shown = byVerdictWord(requirements, verdicts);
  const count = (level: Level, rows: readonly ReportRequirement[]) =>
    rows.filter((row) => row.level === level).length;
  const cells = (values: readonly (string | number)[]) => `| ${values.join(' | ')} |`;
  return [
    cells(['', ...shown.map(({ word }) => word)]),
    cells(['---', ...shown.map(() => '--:')]),
    ...levels.map((level) => cells([level, ...shown.map((same) => count(level, same.requirements))])),
  ].join('\n');
}

function loadBlocks({ load }: Report): string[] {
  if (load === null) {
    return [];
  }
  const facts = [
    `${ratesText(load)}; ${outcomeFacts(load).join(', ')}`,
    latencyFacts(load).join(' · '),
    ...load.objectives.map(objectiveText),
    ...(load.deviations ?? []).map(deviationText),
    loadFacts(load).join(' · '),
    generatorFacts(load).join(' · '),
    ...(load.notes ?? []),
  ];
  return [
    '### Load',
    [
      ...(load.invalid === null
        ? []
        : [`- ⚠️ **INVALID**: ${markdownText(bounded(load.invalid, limits.text))}`]),
      ...facts.map((fact) => `- ${markdownText(bounded(fact, limits.text))}`),
    ].join('\n'),
  ];
}

function planLimitBlocks({ planLimits }: Report): string[] {
  if (planLimits.length === 0) {
    return [];
  }
  const lines = planLimits.map((record) =>
    bounded(
      `${planLimitName(record)}: ${grantText(record)}; ${[explanationText(record), overlapText(record), ...placeTexts(record)].join('; ')}`,
      limits.text * 2,
    ),
  );
  return ['### Plan limits', lines.map((line) => `- ${markdownText(line)}`).join('\n')];
}

function acrossBlocks({ across }: Report): string[] {
  if (across === null) {
    return [];
  }
  const lines = [
    acrossTitle(across),
    ...gapTexts(across),
    ...[animalsText(across)].filter((text) => text !== ''),
  ].map((text) => `- ${markdownText(bounded(text, limits.text * 2))}`);
  const promises = across.promises.map(
    (promise) =>
      `- ${markdownCode(promise.requirement)} ${markdownText(bounded(promiseText(promise), limits.text))}`,
  );
  return ['### Across a restart or deployment', [...lines, ...promises].join('\n')];
}

function section(
  title: string,
  requirements: readonly ReportRequirement[],
  report: Report,
  exchanges: ReportExchanges,
): string[] {
  return requirements.length === 0
    ? []
    : [
        `### ${title}`,
        ...byEarliest(requirements).map((requirement) => requirementBlock(requirement, report, exchanges)),
      ];
}

function requirementBlock(
  { id, statement, section: source, findings }: ReportRequirement,
  report: Report,
  exchanges: ReportExchanges,
): string {
  const more = findings.length - findingsShown;
  const since = sinceBaseline(id, report);
  return [
    `**${markdownText(id)}** ${markdownText(statement)} _(${markdownText(source)})_`,
    ...(since === null ? [] : [`Baseline: ${markdownText(bounded(since, limits.text))}`]),
    ...findings
      .slice(0, findingsShown)
      .map((finding) => markdownBlock(plainFinding(finding, exchanges, limits))),
    ...(more > 0 ? [counted(more, 'more finding')] : []),
  ].join('\n\n');
}

function reasons(title: string, requirements: readonly ReportRequirement[], report: Report): string[] {
  if (requirements.length === 0) {
    return [];
  }
  const lines = byReason(requirements).map(({ reason, requirements: members }) => {
    const ids = shortIds(report, members).map(markdownCode).join(', ');
    return `- ${ids}: ${markdownText(bounded(reason, limits.text))}`;
  });
  return [`### ${title}`, lines.join('\n')];
}

function waiverBlocks(report: Report): string[] {
  const lines = waiversToMind(report).map(
    (waiver) => `- ${markdownText(bounded(waiverText(waiver), limits.text))}`,
  );
  return lines.length === 0 ? [] : ['### Expired or stale waivers', lines.join('\n')];
}

function fixedBlocks(report: Report): string[] {
  const fixed = report.requirements.filter(({ id }) => report.baseline?.fixed.includes(id));
  const ids = shortIds(report, fixed).map(markdownCode).join(', ');
  return fixed.length === 0
    ? []
    : [
        '### Fixed since the baseline',
        `- ${ids}: ${markdownText(bounded(fixedAdvice(report), limits.text))}`,
      ];
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
