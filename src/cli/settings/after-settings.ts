import { dirname, resolve } from 'node:path';
import type { RunOptions } from '../../suite/run-options.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';
import { addressOf } from './common-settings.ts';
import type { RunSettings } from './run-settings.ts';
import type { Settings } from './settings.ts';

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
  const { journalPath } = await import('../../run/journal-path.ts');
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
