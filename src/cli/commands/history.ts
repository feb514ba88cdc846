import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { FileRefused, fileProblem } from '../../files/file-problem.ts';
import { replaceFile } from '../../files/written-file.ts';
import { type History, historyOf } from '../../history/history.ts';
import { historyJson } from '../../history/render/history-json.ts';
import { historyText } from '../../history/render/history-text.ts';
import { counted } from '../../report/words.ts';
import type { Invocation, Program } from '../command.ts';
import { historyTarget, readHistoryReports } from '../report-files/history-reports.ts';
import { readFormat, refuseInput, withoutKeys, writeOut } from '../report-files/named-file.ts';
import { Settings } from '../settings/settings.ts';
import { quoted, UsageError } from '../usage-error.ts';
import { historyFormats } from './report-commands.ts';

type Format = (typeof historyFormats)[number];

const pageName = 'history.html';

/** Returns 0; the history has no verdict of its own. */
export async function historyCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder, output } = program;
  const shown = invocation.positionals[0] ?? '';
  const folder = resolve(currentFolder, shown);
  const { format, file } = readOutput(invocation, folder, currentFolder);
  const settings = new Settings(invocation, {}, null);
  const target = invocation.options.get('target')?.[0];
  const selection = {
    target: target === undefined ? null : historyTarget({ value: target, label: '--target' }),
    last: settings.value('last'),
  };
  const found = await readHistoryReports(folder, shown, file === null ? currentFolder : dirname(file));
  const history = historyOf(found.runs, found.skipped, selection);
  refuseEmpty(
    history,
    found.runs.map((run) => run.target),
    shown,
    selection.target,
  );
  const made = await rendered(history, format, file === null ? output : null);
  const text = withoutKeys(made, program);
  if (file === null) {
    output.write(text);
    return 0;
  }
  const out = invocation.options.get('out')?.[0];
  if (out === undefined) {
    replace(file, text);
  } else {
    writeOut(out, text, currentFolder);
  }
  output.write(`${relative(currentFolder, file)}: ${summary(history)}\n`);
  return 0;
}

interface Output {
  readonly format: Format;
  /** Absolute path, or `null` for the terminal. */
  readonly file: string | null;
}

function readOutput(invocation: Invocation, folder: string, currentFolder: string): Output {
  const out = invocation.options.get('out')?.[0];
  const format = readFormat(invocation, historyFormats, { '.json': 'json', '.txt': 'text' }) ?? 'html';
  if (out !== undefined) {
    const file = resolve(currentFolder, out);
    refuseInput(file, out, basename(file) === 'report.json' && existsSync(file) ? [file] : []);
    return { format, file };
  }
  const page = join(folder, pageName);
  if (format === 'html' && !isReplaceable(page)) {
    throw new UsageError(
      `the folder holds ${quoted(pageName)}, which this program did not write; name another file with --out`,
    );
  }
  return { format, file: format === 'html' ? page : null };
}

/** Whether the file does not exist, or this command wrote it. */
function isReplaceable(page: string): boolean {
  return !existsSync(page) || readFileSync(page, 'latin1').includes('<title>History of ');
}

function refuseEmpty(
  { targets, skipped }: History,
  known: readonly string[],
  shown: string,
  target: string | null,
): void {
  if (targets.length > 0) {
    return;
  }
  if (target !== null && known.length > 0) {
    const others = [...new Set(known)].slice(0, 5).map((name) => quoted(name));
    throw new UsageError(
      `--target: no report of ${quoted(target)} in ${quoted(shown)}; there are reports of ${others.join(', ')}`,
    );
  }
  const [first] = skipped;
  const why = first === undefined ? '' : `: ${quoted(first.file)} ${first.reason}`;
  throw new UsageError(`there is no report.json to read in the folder ${quoted(shown)} or below it${why}`);
}

async function rendered(history: History, format: Format, screen: Program['output'] | null): Promise<string> {
  switch (format) {
    case 'json':
      return historyJson(history);
    case 'text':
      return historyText(history, {
        columns: Math.min(screen?.columns() ?? 100, 120),
        color: screen?.color ?? false,
      });
    case 'html':
      return (await import('../../history/render/history-html.tsx')).historyHtml(history);
  }
}

function summary({ targets, skipped }: History): string {
  const runs = targets.reduce((sum, one) => sum + one.runs.length, 0);
  const of = targets.length === 1 ? '' : ` of ${counted(targets.length, 'target')}`;
  const left = skipped.length === 0 ? '' : `; ${counted(skipped.length, 'report')} not read, listed there`;
  return `${counted(runs, 'run')}${of}${left}`;
}

/** Follows no link, which somebody else may have put into the folder of the reports. */
function replace(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new UsageError(
      `can't write ${quoted(file)}: ${fileProblem(error instanceof FileRefused ? error.cause : error)}; name another file with --out`,
    );
  }
}
