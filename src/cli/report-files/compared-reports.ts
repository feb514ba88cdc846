import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { NamedReport } from '../../compare/comparison.ts';
import { quoted } from '../usage-error.ts';
import { refuseInput } from './named-file.ts';
import { readReportFile, reportFileOf } from './report-file.ts';

interface Source {
  /** The name before `=`, or `null`. */
  readonly given: string | null;
  readonly shown: string;
  /** Absolute path of the report.json or journal. */
  readonly file: string;
}

/**
 * Reads the reports to compare: each a report.json, a journal, or a folder with one of them, optionally after `NAME=`.
 *
 * @param folder that relative paths start from
 * @param out where the comparison is written, `undefined` for the terminal: links start from its folder
 * @throws {UsageError} for the first one that can't be read, or that the output would replace.
 */
export async function readComparedReports(
  given: readonly string[],
  folder: string,
  out: string | undefined,
): Promise<readonly NamedReport[]> {
  const sources = given.map((text) => sourceOf(text, folder));
  const outputFolder = out === undefined ? folder : dirname(resolve(folder, out));
  if (out !== undefined) {
    const inputs = sources.map(({ file }) => file);
    refuseInput(resolve(folder, out), out, inputs);
  }
  const reports: NamedReport[] = [];
  for (const source of sources) {
    reports.push({
      name: nameOf(source, sources),
      report: await readReportFile(source.file, quoted(source.shown)),
      page: pageOf(source.file, outputFolder),
    });
  }
  return reports;
}

function sourceOf(text: string, folder: string): Source {
  const [, name, rest] = /^([^=/\\]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || rest === undefined || existsSync(resolve(folder, text))) {
    return { given: null, shown: text, file: reportFileOf(resolve(folder, text)) };
  }
  return { given: name, shown: rest, file: reportFileOf(resolve(folder, rest)) };
}

/** The page beside a report, as a relative link. */
export function pageOf(file: string, outputFolder: string): string | null {
  const page = join(dirname(file), 'index.html');
  if (!existsSync(page)) {
    return null;
  }
  const link = relative(outputFolder, page).split(/[\\/]/).map(encodeURIComponent).join('/');
  return link.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** The given name, or that of the folder or file; the path as it is given if another report has that name too. */
function nameOf(source: Source, sources: readonly Source[]): string {
  const name = shortName(source);
  const isShared = sources.some((other) => other !== source && shortName(other) === name);
  return isShared && source.given === null ? source.shown : name;
}

function shortName({ given, file }: Source): string {
  const isUsual = /^(?:report\.json|journal\.ndjson)$/.test(basename(file));
  return given ?? basename(isUsual ? dirname(file) : file);
}
