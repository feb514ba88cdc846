import { newRunTag } from '../animals/tag.ts';
import type { LoadFigures } from '../load/load-figures.ts';
import { loadRecordOf } from '../load/load-record-of.ts';
import { mergedLoad } from '../load/merged-load.ts';
import { wholeLoad } from '../load/shards/shard-plan.ts';
import type { Report } from '../report/report.ts';
import { runRedactor } from '../run/open-target.ts';
import { recordRun } from '../run/record-run.ts';
import { runHeader } from '../run/run-header.ts';
import type { LoadOptions } from '../suite/run-options.ts';
import { isMissed, type LoadRecord } from '../verdict/load-record.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { type LoadListener, LoadRun } from './load-run.ts';
import { loadSelection } from './load-witness.ts';

/**
 * Runs a load: preparation, load, verdicts. Every event goes to `options.reportDir/journal.ndjson`, from which the
 * report is folded. Resolves with the report even if `signal` interrupted the load or it could not start.
 *
 * @throws {FolderShared} if another run used `options.reportDir` at the same time.
 */
export async function runLoad(
  options: LoadOptions,
  listener: LoadListener,
  signal: AbortSignal,
): Promise<Report> {
  const originMs = performance.now();
  const redactor = runRedactor(options);
  const tag = newRunTag();
  const startedAt = new Date(performance.timeOrigin + originMs).toISOString();
  const header = runHeader(options, { tag, startedAt, selected: loadSelection });
  const writing = { redactor, listener: (event: RunEvent) => listener.event(event) };
  return recordRun(options.reportDir, { ...header, kind: 'load' }, writing, async (record) => {
    const parts = { options, tag, originMs, redactor, record, listener, signal };
    const { load, stopped, sent, createdBefore } = await new LoadRun(parts).carryOut();
    let early: string | null = null;
    if (load !== null) {
      const plan = options.load;
      const made = loadRecordOf(mergedLoad(plan, [{ shard: wholeLoad, figures: load }]), {
        plan,
        sent,
        createdBefore,
      });
      record({ type: 'load', record: made });
      early = earlyEnd(load, made);
    }
    return {
      durationMs: Math.round(performance.now() - originMs),
      interrupted: signal.aborted ? 'interrupted by the user' : (stopped ?? early),
    };
  });
}

/** Why a load ended early, or `null`. */
export function earlyEnd(
  { ended, gone }: Pick<LoadFigures, 'ended' | 'gone'>,
  { objectives }: Pick<LoadRecord, 'objectives'>,
): string | null {
  // A service that stopped responding missed its objectives, which is a verdict. Without objectives there is none.
  return ended ?? (objectives.some(isMissed) ? null : gone);
}
