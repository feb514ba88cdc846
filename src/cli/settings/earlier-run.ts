import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { catalogueVersion, requirements } from '../../../suites/requirements.ts';
import type { Report } from '../../report/report.ts';
import { visibleLine } from '../../report/words.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import type { Baseline } from '../../verdict/known-failures.ts';
import { type Located, quoted, requireThat, UsageError } from '../usage-error.ts';
import { addressOf } from './common-settings.ts';
import type { RunSettings } from './run-settings.ts';
import type { Settings } from './settings.ts';

/**
 * Reads the report of `--baseline`, or the one in a folder.
 *
 * @param run the other settings, which must match those of the run that made it
 * @param folder the base of a relative path
 * @throws {UsageError} where it can't be read, and where the run can't be compared with it.
 */
export async function readBaselineSettings(
  settings: Settings,
  run: RunSettings,
  folder: string,
): Promise<Pick<RunOptions, 'failedBefore'>> {
  const given = settings.one('baseline');
  if (given === undefined) {
    return {};
  }
  // Loaded on demand, because it compiles a schema.
  const { readReportFile, reportFileOf } = await import('../report-files/report-file.ts');
  const file = reportFileOf(resolve(folder, given.value));
  refuseOwnFolder(file, run.reportDir, folder, given);
  const label = `${given.label}: ${quoted(given.value)}`;
  requireThat(
    existsSync(file),
    `${label} has no report; omit it in the first run, then pass the report of that run`,
  );
  const report = await readReportFile(file, label);
  return { failedBefore: await comparableBaseline(report, run, given) };
}

/** A report as a baseline. @throws {UsageError} where the run can't be compared with it. */
export async function comparableBaseline(
  report: Report,
  run: RunSettings,
  given: Located<string>,
): Promise<Baseline> {
  const { baselineHindrances, baselineOf } = await import('../../compare/baseline.ts');
  const catalogue = run.catalogue ?? catalogueVersion;
  const hindrances = baselineHindrances(report, {
    kind: 'a run',
    effort: run.effort,
    isReadOnly: run.readOnly,
    catalogue,
    requirements: requirements.filter(({ since }) => since <= catalogue).map(({ id }) => id),
    selected: run.selected,
  });
  const option = report.catalogue < catalogue ? ` (--catalogue ${report.catalogue})` : '';
  if (hindrances.length > 0) {
    throw new UsageError(
      visibleLine(
        `${given.label}: ${quoted(given.value)} can't be compared with this run: ${hindrances.join('; ')}; make both alike${option}, or create a new baseline`,
      ),
    );
  }
  const baseUrl = addressOf(run);
  return baselineOf(report, visibleLine(given.value), baseUrl);
}

/** Refuses what the report of the run replaces: each run would accept the failures of the one before. */
function refuseOwnFolder(
  file: string,
  reportDir: string | null,
  folder: string,
  { value, label }: Located<string>,
): void {
  const own = resolve(folder, reportDir ?? join('reports', 'latest'));
  const isOwn =
    reportDir === null
      ? dirname(file) === own
      : [realPath(dirname(file)), dirname(realPath(file))].includes(realPath(own));
  requireThat(
    !isOwn,
    `${label}: the report of this run would replace ${quoted(value)} and accept its failures; keep it elsewhere`,
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Reads `--after`: the folder of an earlier run of the same service.
 *
 * @param folder that a relative path starts from
 * @throws {UsageError} where it can't be read, or is of something else.
 */
export async function readAfterSettings(
  settings: Settings,
  run: RunSettings,
  folder: string,
): Promise<Pick<RunOptions, 'after'>> {
  const given = settings.one('after');
  if (given === undefined) {
    return {};
  }
  requireThat(
    run.across === undefined,
    '--after is for what ran since an earlier run, and --across runs it: pass one of them',
  );
  const { reportFileOf } = await import('../report-files/report-file.ts');
  const { journalHeader, journalPath } = await import('../../journal/journal.ts');
  const earlier = dirname(reportFileOf(resolve(folder, given.value)));
  const shown = quoted(given.value);
  if (run.reportDir !== null && resolve(folder, run.reportDir) === earlier) {
    throw new UsageError(`${given.label}: this run would replace ${shown}: pass another --report-dir`);
  }
  const path = journalPath(earlier);
  const header = await journalHeader(path).catch(() => null);
  requireThat(header !== null, `${given.label}: ${shown} is no report folder with a journal.ndjson`);
  const { checkedJournal } = await import('../../recorded/checked-journal.ts');
  const { damage, isCut } = await checkedJournal(path);
  if (damage !== null) {
    throw new UsageError(
      `${given.label}: the journal.ndjson of ${shown} is damaged: line ${damage.line}: ${damage.problem}; pass the folder as the run wrote it`,
    );
  }
  requireThat(
    header.kind === undefined,
    `${given.label}: ${shown} is the report of a load or of recorded traffic, not of a run`,
  );
  const address = addressOf(run);
  requireThat(
    header.baseUrl === address,
    `${given.label}: ${shown} is of ${quoted(header.baseUrl)}, and this run is of ${address === null ? 'another service' : quoted(address)}`,
  );
  return { after: { folder: earlier, source: given.value, startedAt: header.startedAt, isCut } };
}
