import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileRefused } from '../../files/file-problem.ts';
import { ReplacedFile } from '../../files/written-file.ts';
import type { ShardStart } from '../../load/shards/share.ts';
import { shardName } from '../../load/shards/share.ts';
import type { ShardOutcome } from '../../load-run/run-shard.ts';
import { numberText } from '../../report/words.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import { type Program, toolName } from '../command.ts';
import { interruptibly } from '../interruption.ts';
import { showLoadProgress } from '../progress/load-progress.ts';
import { quietProgress } from '../progress/progress.ts';
import { type OutputMode, runOutput, shortPath } from '../report-files/present-report.ts';
import { makeOutcomeFolder, outcomeName } from '../report-files/report-folder.ts';
import { quoted, UsageError } from '../usage-error.ts';

/** Lines in one write. */
const linesAtOnce = 64;

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
  const { redraw, see } = runOutput(mode, redactor, given);
  const progress =
    mode === 'quiet' ? quietProgress(given.messages) : showLoadProgress(given.messages, redraw);
  const listener = {
    event: (event: Parameters<typeof see>[0]) => {
      see(event);
      progress.see(event);
    },
  };
  endWithParent();
  try {
    return await interruptibly(progress, given, async (signal) => {
      const tick: Parameters<typeof runShard>[2]['tick'] = (newest) =>
        listener.event({ type: 'load-tick', ...newest });
      const outcome = await runShard(options, shard, { ...listener, tick }, signal);
      progress.end();
      await (file === null ? writeToStdout(outcome) : writeToFile(outcome, file));
      const place = folder === null ? 'stdout' : shortPath(folder, currentFolder);
      given.messages.write(`${toolName}: ${outcomeText(outcome, shard)}. Outcome written to ${place}.\n`);
      return outcome.result.load === null || outcome.result.ended !== null ? 3 : 0;
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

function outcomeText({ result, problem }: ShardOutcome, shard: ShardStart): string {
  const name = shardName(shard).replace('s', 'S');
  if (result.load === null) {
    return `${name} made no load: ${problem ?? result.ended ?? 'it was stopped'}`;
  }
  const early = result.ended === null ? '' : `, and ended early: ${result.ended}`;
  return `${name} sent ${numberText(result.sent)} requests${early}`;
}

function writeToFile({ lines }: ShardOutcome, file: ReplacedFile): Promise<void> {
  for (const text of inBlocks(lines)) {
    file.write(text);
  }
  file.complete();
  return Promise.resolve();
}

/** Waits until everything is written, because the reader may be slow. */
async function writeToStdout({ lines }: ShardOutcome): Promise<void> {
  try {
    await pipeline(Readable.from(inBlocks(lines)), process.stdout, { end: false });
  } catch (error) {
    throw new FileRefused('stdout', error);
  }
}

function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block: string[] = [];
  for (const line of lines) {
    block.push(line);
    if (block.length === linesAtOnce) {
      yield `${block.join('\n')}\n`;
      block = [];
    }
  }
  if (block.length > 0) {
    yield `${block.join('\n')}\n`;
  }
}
