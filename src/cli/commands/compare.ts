import { writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import type { NamedReport } from '../../compare/comparison.ts';
import { fileProblem } from '../../files/file-problem.ts';
import { counted } from '../../report/words.ts';
import type { Invocation, Program } from '../command.ts';
import { readComparedReports } from '../compared-reports.ts';
import { environmentRedactor } from '../given-secrets.ts';
import { parseChoice } from '../parse/choice.ts';
import { toolName } from '../tool-version.ts';
import { quoted, UsageError } from '../usage-error.ts';
import { comparisonFormats } from './report-commands.ts';

type Format = (typeof comparisonFormats)[number];

/** What was made of reports. */
interface Rendered {
  readonly text: string;
  readonly status: number;
}

/**
 * `compare`: two reports as what changed, more as a matrix. Returns 1 where two are compared and the later one has a new
 * failure, 3 where it has no verdict.
 *
 * @throws {UsageError} for a report that can't be read, an unknown format, and a file that can't be written.
 */
export async function compareCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, output } = program;
  const file = invocation.options.get('out')?.[0];
  const format = readFormat(invocation.options.get('format')?.[0], file);
  const given = [invocation.positional ?? '', ...invocation.others];
  const outputFolder = file === undefined ? currentFolder : dirname(resolve(currentFolder, file));
  const reports = await readComparedReports(given, currentFolder, outputFolder);
  const [before, after] = reports;
  const screen = { columns: Math.min(output.columns(), 120), color: output.color && file === undefined };
  const { text: rendered, status } =
    reports.length === 2 && before !== undefined && after !== undefined
      ? await compared(before, after, format, screen)
      : await matrix(reports, format, screen);
  const { text, count } = environmentRedactor(program.environment).redactionOfAll(rendered);
  if (count > 0) {
    program.messages.write(
      `${toolName}: a key stands in one of these reports: masked here in ${counted(count, 'place')}; remove that report\n`,
    );
  }
  if (file === undefined) {
    output.write(text);
  } else {
    writeTo(resolve(currentFolder, file), text, file);
  }
  return status;
}

function readFormat(given: string | undefined, file: string | undefined): Format {
  if (given !== undefined) {
    return parseChoice({ text: given, label: '--format' }, comparisonFormats);
  }
  const endings: Readonly<Record<string, Format>> = {
    '.md': 'markdown',
    '.markdown': 'markdown',
    '.json': 'json',
    '.html': 'html',
    '.htm': 'html',
  };
  return endings[extname(file ?? '').toLowerCase()] ?? 'text';
}

async function compared(
  before: NamedReport,
  after: NamedReport,
  format: Format,
  screen: { readonly columns: number; readonly color: boolean },
): Promise<Rendered> {
  const { compareReports, comparisonStatus } = await import('../../compare/comparison.ts');
  const comparison = compareReports(before, after);
  const status = comparisonStatus(comparison);
  switch (format) {
    case 'json': {
      const { comparisonJson } = await import('../../compare/render/comparison-json.ts');
      return { text: comparisonJson(comparison), status };
    }
    case 'markdown': {
      const { comparisonMarkdown } = await import('../../compare/render/comparison-markdown.ts');
      return { text: comparisonMarkdown(comparison), status };
    }
    case 'html': {
      const { comparisonHtml } = await import('../../compare/render/comparison-html.tsx');
      return { text: comparisonHtml(comparison), status };
    }
    case 'text': {
      const { comparisonText } = await import('../../compare/render/comparison-text.ts');
      return { text: comparisonText(comparison, screen), status };
    }
  }
}

async function matrix(
  reports: readonly NamedReport[],
  format: Format,
  screen: { readonly color: boolean },
): Promise<Rendered> {
  const { matrixOf } = await import('../../compare/matrix.ts');
  const content = matrixOf(reports);
  switch (format) {
    case 'json': {
      const { matrixJson } = await import('../../compare/render/comparison-json.ts');
      return { text: matrixJson(content), status: 0 };
    }
    case 'markdown': {
      const { matrixMarkdown } = await import('../../compare/render/matrix-markdown.ts');
      return { text: matrixMarkdown(content), status: 0 };
    }
    case 'html': {
      const { matrixHtml } = await import('../../compare/render/matrix-html.tsx');
      return { text: matrixHtml(content), status: 0 };
    }
    case 'text': {
      const { matrixText } = await import('../../compare/render/matrix-text.ts');
      return { text: matrixText(content, screen), status: 0 };
    }
  }
}

function writeTo(path: string, text: string, shown: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`--out: can't write ${quoted(shown)}: ${fileProblem(error)}`);
  }
}
