import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileRefused } from '../../files/file-problem.ts';
import { ReplacedFile } from '../../files/written-file.ts';
import type { LoadTick } from '../../load/load-plan.ts';
import { outcomeLines } from '../../load/shards/record-reader.ts';
import type { ShardOutcome } from '../../load/shards/shard-outcome.ts';
import { type ShardStart, shardName } from '../../load/shards/shard-plan.ts';
import { numberText } from '../../report/words.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import type { RunEvent } from '../../verdict/run-event.ts';
import { type Program, toolName } from '../command.ts';
import { interruptibly } from '../interruption.ts';
import { showLoadProgress } from '../progress/load-progress.ts';
import { type OutputMode, runOutput, shortPath } from '../report-files/present-report.ts';
import { makeOutcomeFolder, outcomeName } from '../report-files/report-folder.ts';
import { quoted, UsageError } from '../usage-error.ts';

/**
 * `load --shard`: runs one shard of a load and writes its outcome for `load merge`. Returns the exit status: 0 for a
 * complete outcome, even if the service failed.
 *
 * @throws {UsageError} if the outcome can't be written.
 */
export async function makeShard(
  options: LoadOptions,
  { shard, out }: { readonly shard: ShardStart; readonly out: string },
  { mode, redactor }: { readonly mode: OutputMode; readonly redactor: Redactor },
  given: Program,
): Promise<number> {
  const { currentFolder } = given;
  const folder = out === '-' ? null : makeOutcomeFolder(out, currentFolder);
  const file = folder === null ? null : openOutcome(folder, out, shard);
  const { runShard } = await import('../../load-run/run-shard.ts');
  const { progress } = runOutput(mode, redactor, showLoadProgress, given);
  const { see } = progress;
  endWithParent();
  try {
    return await interruptibly(progress, given, async (signal) => {
      const tick = (newest: LoadTick) => see({ type: 'load-tick', ...newest });
      const outcome = await runShard(options, shard, { event: see, tick }, signal);
      progress.end();
      const text = `${outcomeLines(outcome).join('\n')}\n`;
      if (file === null) {
        await writeToStdout(text);
      } else {
        file.write(text);
        file.complete();
      }
      const place = folder === null ? 'stdout' : shortPath(folder, currentFolder);
      given.messages.write(`${toolName}: ${outcomeText(outcome, shard)}. Outcome written to ${place}.\n`);
      return outcome.load === null || outcome.ended !== null ? 3 : 0;
    });
  } finally {
    file?.abandon();
  }
}

/** A worker whose parent was killed ends as if interrupted. */
function endWithParent(): void {
  if (process.channel !== undefined) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
    process.channel?.unref();
  }
}

function openOutcome(folder: string, out: string, shard: ShardStart): ReplacedFile {
  try {
    return new ReplacedFile(resolve(folder, outcomeName(shard)));
  } catch (error) {
    if (error instanceof FileRefused) {
      throw new UsageError(
        `can't write to the folder ${quoted(out)}: ${error.message}; name another with --out`,
      );
    }
    throw error;
  }
}

function outcomeText({ load, sent, ended, events }: ShardOutcome, shard: ShardStart): string {
  const name = shardName(shard).replace('s', 'S');
  if (load === null) {
    const [problem] = events.flatMap(problemIn);
    return `${name} made no load: ${problem ?? ended ?? 'it was stopped'}`;
  }
  const early = ended === null ? '' : `, and ended early: ${ended}`;
  return `${name} sent ${numberText(sent)} requests${early}`;
}

function problemIn(event: RunEvent): string[] {
  if (event.type === 'preflight') {
    return event.step.outcome === 'problem' ? [event.step.text] : [];
  }
  return event.type === 'internal-error' ? [event.message] : [];
}

/** Waits until everything is written, because the reader may be slow. */
async function writeToStdout(text: string): Promise<void> {
  try {
    await pipeline(Readable.from([text]), process.stdout, { end: false });
  } catch (error) {
    throw new FileRefused('stdout', error);
  }
}
