import { basename, extname, join, resolve } from 'node:path';
import { FileRefused, fileProblem } from '../../files/file-problem.ts';
import { replaceFile } from '../../files/written-file.ts';
import { counted } from '../../report/words.ts';
import { hurlFile } from '../../reproduction/hurl.ts';
import { reproduce } from '../../reproduction/reproduce.ts';
import type { ReproducedReport } from '../../reproduction/reproduction.ts';
import { vitestFile } from '../../reproduction/vitest.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { environmentRedactor } from '../environment-redactor.ts';
import { parseChoice } from '../parse/choice.ts';
import { globPattern } from '../parse/requirement-selection.ts';
import { readReportFile, reportFileOf } from '../report-file.ts';
import { Settings } from '../settings.ts';
import { quoted, UsageError } from '../usage-error.ts';
import { exportFormats } from './report-commands.ts';

const newest = join('reports', 'latest');
const renderers = { hurl: hurlFile, vitest: vitestFile };
const defaultNames = { hurl: 'findings.hurl', vitest: 'findings.test.mjs' };

type Format = (typeof exportFormats)[number];

export async function reportExportCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, output, messages } = program;
  const path = invocation.positional ?? newest;
  const out = invocation.options.get('out')?.[0];
  const format = readFormat(invocation.options.get('format')?.[0], out);
  const report = await readReportFile(
    reportFileOf(resolve(currentFolder, path)),
    path,
    path === newest ? 'name the folder of a report' : undefined,
  );
  const settings = new Settings(invocation, {}, null);
  const globs = settings.values('only');
  const patterns = globs.map(globPattern);
  const isWanted = (id: string) => patterns.length === 0 || patterns.some((one) => one.test(id));
  const reproduced = reproduce(report, { isWanted, reportPath: path });
  if (reproduced.reproductions.length === 0) {
    const of = globs.length > 0 ? ` of ${globs.map((glob) => quoted(glob)).join(', ')}` : '';
    throw new UsageError(`${quoted(path)} holds no finding${of}: there is nothing to export`);
  }
  const written = renderers[format](reproduced, out === undefined ? defaultNames[format] : basename(out));
  const { text, count } = environmentRedactor(program.environment).redactionOfAll(written);
  if (count > 0) {
    messages.write(
      `${toolName}: this report contains a key: masked here in ${counted(count, 'place')}; remove that report\n`,
    );
  }
  if (out === undefined) {
    output.write(text);
    return 0;
  }
  writeTo(resolve(currentFolder, out), text, out);
  output.write(`${out}: ${summary(reproduced)}\n`);
  return 0;
}

function readFormat(given: string | undefined, out: string | undefined): Format {
  if (given !== undefined) {
    return parseChoice({ value: given, label: '--format' }, exportFormats);
  }
  const endings: Readonly<Record<string, Format>> = {
    '.hurl': 'hurl',
    '.js': 'vitest',
    '.mjs': 'vitest',
    '.ts': 'vitest',
    '.mts': 'vitest',
  };
  const format = endings[extname(out ?? '').toLowerCase()];
  if (format === undefined) {
    throw new UsageError('pass --format hurl or --format vitest, or a FILE that ends in .hurl or .mjs');
  }
  return format;
}

function summary({ reproductions }: ReproducedReport): string {
  const left = reproductions.filter((one) => 'reason' in one).length;
  const made = counted(reproductions.length - left, 'finding');
  return left === 0 ? made : `${made}; ${counted(left, 'other')} as comments, with the reason`;
}

function writeTo(file: string, text: string, shown: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new UsageError(
      `--out: can't write ${quoted(shown)}: ${fileProblem(error instanceof FileRefused ? error.cause : error)}`,
    );
  }
}
