import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { NamedReport } from '../../compare/comparison.ts';
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
  const names = differentNames(sources);
  const reports: NamedReport[] = [];
  for (const [index, { file, shown }] of sources.entries()) {
    reports.push({
      name: names[index] ?? shown,
      report: await readReportFile(file, shown),
      page: pageOf(file, outputFolder),
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

/** The given names, or the shortest ends of the paths that distinguish them. */
function differentNames(sources: readonly Source[]): string[] {
  const paths = sources.map(({ file }) => namingPath(file));
  return sources.map(({ given }, index) => {
    if (given !== null) {
      return unique(given, index);
    }
    const parts = paths[index] ?? [];
    for (let length = 1; length <= parts.length; length += 1) {
      const name = parts.slice(-length).join('/');
      if (paths.every((other, at) => at === index || other.slice(-length).join('/') !== name)) {
        return name;
      }
    }
    return unique(parts.at(-1) ?? '', index);
  });

  function unique(name: string, index: number): string {
    const alike = sources
      .slice(0, index)
      .filter(({ given, file }) => (given ?? namingPath(file).at(-1)) === name);
    return alike.length === 0 ? name : `${name} (${alike.length + 1})`;
  }
}

/** The path that names a report: its folder if the file has the usual name. */
function namingPath(file: string): string[] {
  const path = /^(?:report\.json|journal\.ndjson)$/.test(basename(file)) ? dirname(file) : file;
  return path.split(/[\\/]/).filter((part) => part !== '');
}
