import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { parse } from 'lossless-json';
import { visibleLine } from '../report/visible-text.ts';
import { readSettings, type Setting } from './config-settings.ts';
import type { OptionTable } from './option-table.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/** The file that is read where it is there and no other is named. */
const configFileName = 'conformance.config.json';

const notReadYet = ['yaml', 'yml', 'js', 'mjs', 'ts', 'mts'].map((ending) => `conformance.config.${ending}`);

/** The settings of a configuration file by their options' names, and the file's name for errors. */
export interface ConfigFile {
  readonly label: string;
  readonly settings: ReadonlyMap<string, Setting>;
}

/**
 * Reads the configuration file: the one that is named, else `conformance.config.json` of the folder, if it is
 * there.
 *
 * @param named the path given with `--config`, or `undefined`
 * @throws {UsageError} for a file that can't be read, is no JSON, or holds what is no setting.
 */
export function readConfigFile(
  named: string | undefined,
  folder: string,
  options: OptionTable,
): ConfigFile | null {
  const path = named ?? discovered(folder);
  if (path === null) {
    return null;
  }
  const label = named === undefined ? basename(path) : visibleLine(named);
  if (extname(path) !== '.json') {
    throw new UsageError(`--config: ${quoted(path)}: this version reads .json files only`);
  }
  return {
    label,
    settings: readSettings(parsed(textOf(resolve(folder, path), label), label), label, options),
  };
}

function discovered(folder: string): string | null {
  const path = join(folder, configFileName);
  if (existsSync(path)) {
    return path;
  }
  const other = notReadYet.find((name) => existsSync(join(folder, name)));
  if (other !== undefined) {
    throw new UsageError(
      `${other}: this version reads ${configFileName} only; write its settings there, or name another .json file with --config`,
    );
  }
  return null;
}

function textOf(path: string, label: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`${label}: the configuration file ${unreadable(error)}`);
  }
}

/** Why a file can't be read, in plain words: the code that Node gives is for searching the net. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist',
    EISDIR: 'is a folder',
    ENOTDIR: 'lies below something that is no folder',
    EACCES: 'may not be read (permission denied)',
  };
  return reasons[code] ?? `can't be read (${code})`;
}

function parsed(text: string, label: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const position = /at position (\d+)$/.exec(error instanceof Error ? error.message : '')?.[1];
    throw new UsageError(
      `${label}: not valid JSON${position === undefined ? '' : placeOf(text, Number(position))}`,
    );
  }
}

/** The text around the place is not shown: it may hold a key. */
function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return ` at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
