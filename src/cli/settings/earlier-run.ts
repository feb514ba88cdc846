import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { catalogueVersion, requirements } from '../../../suites/requirements.ts';
import type { Report } from '../../report/report.ts';
import { visibleLine } from '../../report/words.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import type { Baseline } from '../../verdict/known-failures.ts';
import { type Located, quoted, requireThat, UsageError } from '../usage-error.ts';
import { addressOf } from './common-settings.ts';
import type { RunSettings } from './run-settings.ts';
import type { Settings } from './settings.ts';

const firstRun = 'omit it in the first run, then use the report.json of that run';

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
  refuseOwnFolder(file, run.reportDir === null ? null : resolve(folder, run.reportDir), given);
  refuseLatest(file, run.reportDir === null ? resolve(folder, 'reports', 'latest') : null, given);
  const report = await readReportFile(file, given.value, firstRun).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(`${given.label}: ${error.message}`) : error;
  });
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
  if (hindrances.length > 0) {
    throw new UsageError(
      visibleLine(
        `${given.label}: ${quoted(given.value)} can't be compared with this run: ${hindrances.join('; ')}. ${alikeBy(report, catalogue)}, or create a new baseline`,
      ),
    );
  }
  const baseUrl = addressOf(run);
  return baselineOf(report, visibleLine(given.value), baseUrl);
}

function alikeBy(report: Report, catalogue: number): string {
  if (report.catalogue === catalogue) {
    return 'Make both alike';
  }
  return report.catalogue > catalogueVersion
    ? `Take a suite that has version ${report.catalogue} of the catalogue`
    : `Keep to its catalogue (--catalogue ${report.catalogue})`;
}

/** Refuses the report folder of the run itself: each run would replace the baseline of the next one. */
function refuseOwnFolder(file: string, reportDir: string | null, given: Located<string>): void {
  const own = reportDir === null ? null : realPath(reportDir);
  if (own === realPath(dirname(file)) || own === dirname(realPath(file))) {
    throw new UsageError(
      `${given.label}: ${quoted(given.value)} is inside --report-dir, where the report of this run would replace it; keep it elsewhere`,
    );
  }
}

/** Refuses `reports/latest`, which is the newest run. */
function refuseLatest(file: string, latest: string | null, given: Located<string>): void {
  requireThat(
    dirname(file) !== latest,
    `${given.label}: ${quoted(given.value)} leads to the latest run, so each run would accept the failures of the one before; name a folder`,
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
  const { journalHeader } = await import('../../journal/journal.ts');
  const { journalPath } = await import('../../journal/journal.ts');
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
