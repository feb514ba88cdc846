import { compareReports, comparisonStatus, type NamedReport } from '../../compare/comparison.ts';
import { matrixOf } from '../../compare/matrix.ts';
import { comparisonJson, matrixJson } from '../../compare/render/comparison-json.ts';
import { comparisonMarkdown, matrixMarkdown } from '../../compare/render/comparison-markdown.ts';
import { comparisonText, matrixText } from '../../compare/render/comparison-text.ts';
import type { Invocation, Program } from '../command.ts';
import { readComparedReports } from '../report-files/compared-reports.ts';
import { readFormat, withoutKeys, writeResult } from '../report-files/named-file.ts';
import { comparisonFormats } from './report-commands.ts';

type Format = (typeof comparisonFormats)[number];

const endings: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.json': 'json',
  '.html': 'html',
  '.htm': 'html',
};

/** Of two reports, returns 1 if the later one has a new failure, 3 if it has no verdict. */
export async function compareCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, output } = program;
  const file = invocation.options.get('out')?.[0] ?? null;
  const format = readFormat(invocation, comparisonFormats, endings) ?? 'text';
  const given = invocation.positionals;
  const reports = await readComparedReports(given, currentFolder, file ?? undefined);
  const screen = { columns: Math.min(output.columns(), 120), color: output.color && file === null };
  const made = await rendered(reports, format, screen);
  writeResult(file, withoutKeys(made.text, program), program);
  return made.status;
}

async function rendered(
  reports: readonly NamedReport[],
  format: Format,
  screen: { readonly columns: number; readonly color: boolean },
): Promise<{ readonly text: string; readonly status: number }> {
  const [before, after] = reports;
  if (reports.length !== 2 || before === undefined || after === undefined) {
    const matrix = matrixOf(reports);
    const renderers = {
      json: matrixJson,
      markdown: matrixMarkdown,
      html: async () => (await import('../../compare/render/matrix-html.tsx')).matrixHtml(matrix),
      text: () => matrixText(matrix, screen),
    };
    return { text: await renderers[format](matrix), status: 0 };
  }
  const comparison = compareReports(before, after);
  const renderers = {
    json: comparisonJson,
    markdown: comparisonMarkdown,
    html: async () => (await import('../../compare/render/comparison-html.tsx')).comparisonHtml(comparison),
    text: () => comparisonText(comparison, screen),
  };
  return { text: await renderers[format](comparison), status: comparisonStatus(comparison) };
}
