import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdownText } from '../report/markdown.ts';
import { durationText, numberText } from '../report/words.ts';
import { complaintsOf } from './complaints.ts';
import type { MatrixCell, SelfCheckReport } from './self-check-report.ts';
import { conductFacts, verdictSentence } from './sentence.ts';

/** Writes `self-check.json` and `summary.md` into a folder. @throws {Error} of the file system. */
export async function writeSelfCheck(report: SelfCheckReport, folder: string): Promise<void> {
  await writeFile(join(folder, 'self-check.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'summary.md'), renderSelfCheckMarkdown(report));
}

/** The result of a self-check as Markdown: verdict, shortcomings, checks, and the matrix with one row per fault. */
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
  return rows.length === 0 ? [] : ['### Shortcomings', table(['kind', 'service', 'requirement'], rows)];
}

function checkBlocks({ requirements }: SelfCheckReport): string[] {
  const rows = requirements.map(
    ({ requirement, level, made, caught, seen, alone }) =>
      `| ${requirement} | ${level} | ${made} | ${caught} | ${seen} | ${alone} |`,
  );
  const heads = [
    'requirement',
    'level',
    'targeting faults',
    'caught',
    'faults detected',
    'detected by it alone',
  ];
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
    return `| ${fault.name} | ${fault.requirement} | ${outcomes[fault.outcome]} | ${also} | ${cells('missed')} | ${cells('misattributed')} |`;
  });
  const heads = ['fault', 'target', 'outcome', 'also reported', 'missed', 'misattributed'];
  return rows.length === 0 ? [] : ['### Faults', table(heads, rows)];
}

const outcomes = { caught: 'caught', missed: '**missed**', failed: '**not run**', left: 'not tried' };

function conformingBlocks({ conforming }: SelfCheckReport): string[] {
  const rows = conforming.map(
    ({ name, kind, outcome, flagged, requests, durationMs }) =>
      `| ${markdownText(name)} | ${kind} | ${outcome === 'cleared' ? 'cleared' : `**${outcome}**`} | ${flagged
        .map(({ requirement }) => requirement)
        .join(', ')} | ${numberText(requests)} | ${durationText(durationMs)} |`,
  );
  const heads = ['service', 'kind', 'outcome', 'false positives', 'requests', 'time'];
  return rows.length === 0 ? [] : ['### Conforming variants', table(heads, rows)];
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---|').join('')}`, ...rows].join('\n');
}
