import { durationText } from '../report/duration-text.ts';
import { markdownText } from '../report/markdown.ts';
import { numberText } from '../report/number-text.ts';
import { complaintsOf } from './complaints.ts';
import type { FaultResult, MatrixCell, SelfCheckReport } from './self-check-report.ts';
import { conductFacts, verdictSentence } from './sentence.ts';

/** What came of a self-check, as Markdown: verdict, complaints, checks, and the matrix with a row a fault. */
export function renderSelfCheckMarkdown(report: SelfCheckReport): string {
  const mark = { proven: '✅', refuted: '❌', none: '⚠️' }[report.verdict];
  const blocks = [
    `## ${mark} ${markdownText(verdictSentence(report))}`,
    conductFacts(report).map(markdownText).join(' · '),
    ...complaintBlocks(report),
    ...checkBlocks(report),
    ...faultBlocks(report),
    ...conformingBlocks(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function complaintBlocks(report: SelfCheckReport): string[] {
  const rows = complaintsOf(report).map(
    ({ kind, name, text }) => `| ${kind} | ${markdownText(name)} | ${markdownText(text)} |`,
  );
  return rows.length === 0 ? [] : ['### What is wrong', table(['what', 'service', 'requirement'], rows)];
}

function checkBlocks({ requirements }: SelfCheckReport): string[] {
  const rows = requirements.map(
    ({ requirement, level, made, caught, seen, alone }) =>
      `| ${requirement} | ${level} | ${made} | ${caught} | ${seen} | ${alone} |`,
  );
  const heads = ['requirement', 'level', 'faults made for it', 'caught', 'seen by it', 'seen by it alone'];
  return rows.length === 0 ? [] : ['### Checks', table(heads, rows)];
}

function faultBlocks({ faults }: SelfCheckReport): string[] {
  const rows = faults.map((fault) => {
    const cells = (outcome: MatrixCell['outcome']): string =>
      fault.cells
        .filter((cell) => cell.outcome === outcome && cell.requirement !== fault.requirement)
        .map(({ requirement }) => requirement)
        .join(', ');
    const also = [cells('caught'), cells('also')].filter((text) => text !== '').join(', ');
    return `| ${fault.name} | ${fault.requirement} | ${outcomeOf(fault)} | ${also} | ${cells('missed')} | ${cells('stray')} |`;
  });
  const heads = ['fault', 'made for', '', 'also named', 'missed', 'blamed elsewhere'];
  return rows.length === 0 ? [] : ['### Faults', table(heads, rows)];
}

function outcomeOf({ outcome }: FaultResult): string {
  return { caught: 'caught', missed: '**missed**', failed: '**not made**', left: 'not tried' }[outcome];
}

function conformingBlocks({ conforming }: SelfCheckReport): string[] {
  const rows = conforming.map(
    ({ name, kind, outcome, accused, requests, durationMs }) =>
      `| ${markdownText(name)} | ${kind} | ${outcome === 'cleared' ? 'cleared' : `**${outcome}**`} | ${accused
        .map(({ requirement }) => requirement)
        .join(', ')} | ${numberText(requests)} | ${durationText(durationMs)} |`,
  );
  const heads = ['unusual service', 'kind', '', 'accused of', 'requests', 'time'];
  return rows.length === 0 ? [] : ['### Unusual services that conform', table(heads, rows)];
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---|').join('')}`, ...rows].join('\n');
}
