import { plannedCreations } from '../../load/load-plan.ts';
import { latestStartMs, type Shard, type ShardStart } from '../../load/shards/shard-plan.ts';
import { durationText } from '../../report/words.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import type { OptionName } from '../options/table.ts';
import { requireThat, UsageError } from '../usage-error.ts';
import type { LoadSettings } from './load-settings.ts';
import type { Settings } from './settings.ts';

/** The part of a load that this process makes. */
export type LoadPart =
  | { readonly kind: 'whole' }
  | { readonly kind: 'shard'; readonly shard: ShardStart; readonly out: string }
  | { readonly kind: 'workers'; readonly workers: number; readonly startAtMs: number | null };

/** The maximum time until the start, in ms: a later one is probably a mistake. */
const farthestMs = 86_400_000;

/**
 * Reads which part of the load this process makes.
 *
 * @param nowMs since 1970
 * @throws {UsageError} for options that exclude each other, and for a load that can't be divided.
 */
export function readLoadPart(settings: Settings, load: LoadSettings, nowMs: number): LoadPart {
  const shard = settings.value('shard');
  const workers = settings.value('workers') ?? 1;
  if (shard === null) {
    refuseGiven(settings, 'out', 'is for a single shard: pass --shard I/N too');
    if (workers === 1) {
      refuseGiven(settings, 'start-at', 'is for shards: pass --shard I/N or --workers N too');
      return { kind: 'whole' };
    }
    refuseTooManyParts(load.load, workers, '--workers');
    return { kind: 'workers', workers, startAtMs: readStart(settings, nowMs) };
  }
  refuseGiven(settings, 'workers', 'makes all shards on this machine: omit --shard');
  refuseGiven(settings, 'reference', "starts a service of this machine's own: pass the base URL instead");
  refuseGiven(settings, 'report-dir', 'is for a report: pass --out DIR, and make it with "load merge"');
  return readShard(settings, load, shard, readStart(settings, nowMs));
}

function readShard(settings: Settings, load: LoadSettings, shard: Shard, startAtMs: number | null): LoadPart {
  const out = settings.value('out');
  requireThat(out !== null, '--shard needs --out DIR for its outcome, or --out - for lines on stdout');
  if (out === '-' && settings.value('output') === 'json') {
    throw new UsageError('--out - and --output json both write to stdout: omit one');
  }
  requireThat(
    startAtMs !== null,
    '--shard needs --start-at TIME, the same for all shards: e.g. --start-at 2030-01-01T12:00:00Z',
  );
  refuseTooManyParts(load.load, shard.of, '--shard');
  return { kind: 'shard', shard: { ...shard, startAtMs }, out };
}

function refuseGiven(settings: Settings, option: OptionName, why: string): void {
  requireThat(!settings.isGivenDirectly(option), `--${option} ${why}`);
}

/** @throws {UsageError} for a start in the past. */
export function readStart(settings: Settings, nowMs: number): number | null {
  const given = settings.one('start-at');
  if (given === undefined) {
    return null;
  }
  const aheadMs = given.value - nowMs;
  const shown = new Date(given.value).toISOString();
  if (aheadMs < -latestStartMs) {
    throw new UsageError(
      `${given.label}: ${shown} was ${durationText(-aheadMs)} ago: all shards must start together, so pass a later time`,
    );
  }
  requireThat(aheadMs <= farthestMs, `${given.label}: ${shown} is more than a day ahead`);
  return given.value;
}

/** Each shard needs a connection, and an animal to create unless the load creates none. @throws {UsageError} */
export function refuseTooManyParts(load: LoadOptions['load'], of: number, option: string): void {
  if (load.connections < of) {
    throw new UsageError(
      `${option}: ${of} shards need ${of} --connections at least, and there are ${load.connections}`,
    );
  }
  const creations = Math.max(of, plannedCreations(load, of) ?? 0);
  if (load.mix.create > 0 && load.maxCreations < creations) {
    throw new UsageError(
      `${option}: ${of} shards create ${creations} animals at least, and --max-creations is ${load.maxCreations}: raise it, or pass --read-only`,
    );
  }
}
