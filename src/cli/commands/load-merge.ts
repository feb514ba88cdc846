import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DamagedLog, type LogSource } from '../../load/shards/record-reader.ts';
import { type CheckedShards, checkedShards, mergeShards } from '../../load-run/merge-shards.ts';
import { listed } from '../../report/words.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { environmentRedactor } from '../keys/environment-redactor.ts';
import { unreadable } from '../report-files/named-file.ts';
import { presentReport } from '../report-files/present-report.ts';
import { inReportFolder } from '../report-files/report-folder.ts';
import { Settings } from '../settings/settings.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';

/**
 * `load merge`: writes one report of all shards of a load. Returns the exit status.
 *
 * @throws {UsageError} for a file that can't be read, has no outcome, or a damaged one.
 */
export async function loadMergeCommand(invocation: Invocation, program: Program): Promise<number> {
  const { positionals: paths } = invocation;
  const apiKey = program.environment['ANIMAL_STORE_API_KEY'] ?? '';
  const checked = await checkedPaths(paths, program.currentFolder, apiKey);
  requireThat(checked.kind !== 'none', `${listed(paths.map(quoted), 'and')}: there is no outcome of a shard`);
  if (checked.kind === 'refused') {
    for (const reason of checked.reasons) {
      program.messages.write(`${toolName}: ${reason}; no verdict\n`);
    }
    return 3;
  }
  const [first] = checked.shards;
  const settings = new Settings(invocation, {}, null);
  const named = settings.value('report-dir');
  return inReportFolder(named, first?.plan.seed ?? 0, program, async (folder) => {
    const report = await mergeShards(checked, folder);
    return presentReport(report, { folder }, environmentRedactor(program.environment), program);
  });
}

/**
 * @param apiKey masked in samples of k6
 * @throws {UsageError} for a file that can't be read or is damaged.
 */
export async function checkedPaths(
  paths: readonly string[],
  currentFolder: string,
  apiKey = '',
): Promise<CheckedShards> {
  try {
    return await checkedShards(sourcesOf(paths, currentFolder), apiKey);
  } catch (error) {
    if (error instanceof DamagedLog) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}

async function* sourcesOf(paths: readonly string[], currentFolder: string): AsyncGenerator<LogSource> {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageError('- is passed more than once: stdin can be read only once');
  }
  for (const path of paths) {
    if (path === '-') {
      yield { name: 'stdin', bytes: process.stdin };
    } else {
      for (const file of filesOf(path, currentFolder)) {
        yield { name: quoted(file), bytes: readable(resolve(currentFolder, file), file) };
      }
    }
  }
}

/** A file, or the outcomes in a folder, in the order of their shards. @throws {UsageError} if there is none. */
function filesOf(path: string, currentFolder: string): string[] {
  const place = resolve(currentFolder, path);
  try {
    if (!statSync(place).isDirectory()) {
      return [path];
    }
    const names = readdirSync(place).filter((name) => name.endsWith('.ndjson'));
    requireThat(names.length !== 0, `there is no outcome of a shard in the folder ${quoted(path)}`);
    return names
      .toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }))
      .map((name) => join(path, name));
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(`${quoted(path)} ${unreadable(error)}`);
  }
}

async function* readable(place: string, shown: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(place, { highWaterMark: 1024 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(`${quoted(shown)} ${unreadable(error)}`);
    }
    throw error;
  }
}
