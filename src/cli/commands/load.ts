import { setFlagsFromString } from 'node:v8';
import type { Report } from '../../report/report.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import type { Invocation, Program } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { refuseKeyInAddress } from '../keys/key-in-address.ts';
import { lastRedactor } from '../keys/last-redactor.ts';
import { largestSeed } from '../options/values.ts';
import { showLoadProgress } from '../progress/load-progress.ts';
import { onTarget, startReferenceProcess } from '../reference/on-target.ts';
import { repeatCommand, repeatedArguments } from '../repeat-command.ts';
import { makeAndReport, type PrintedEvent } from '../report-files/present-report.ts';
import { inReportFolder } from '../report-files/report-folder.ts';
import { addressOf, readWaiverSettings } from '../settings/common-settings.ts';
import { type LoadSettings, readLoadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { type LoadPart, readLoadPart } from '../settings/shard-settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { loadDeclaration } from './service-commands.ts';

export async function loadCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = await givenSettings(invocation, program);
  const whole = readLoadSettings(settings);
  const part = readLoadPart(settings, whole, Date.now());
  const load = {
    ...whole,
    ...seedOf(part, settings),
    ...(await readWaiverSettings(settings, program.currentFolder)),
    ...readTransport(settings, addressOf(whole), program),
  };
  if (!load.reference) {
    refuseKeyInAddress(load.baseUrl, 'base URL', [load.apiKey]);
  }
  const mode = settings.value('output');
  const start = load.reference ? startReferenceProcess : null;
  const again = repeatedLoad(load, settings);
  if (part.kind === 'shard') {
    const { makeShard } = await import('./load-shard.ts');
    growFreely();
    const given = { ...load, reportDir: '', ...again, shard: part.shard };
    return onTarget(given, start, program, (options) =>
      makeShard(options, part, { mode, redactor: lastRedactor(options) }, program),
    );
  }
  return inReportFolder(load.reportDir, load.seed, program, (reportDir) =>
    onTarget({ ...load, reportDir, ...again }, start, program, (options) =>
      makeAndReport(
        makerOf(options, part, invocation, program),
        options,
        { mode, redactor: lastRedactor(options), show: showLoadProgress },
        program,
      ),
    ),
  );
}

export function repeatedLoad(
  { reference, baseUrl, ownKey, plan, seed }: LoadSettings,
  settings: Settings,
): Pick<LoadOptions, 'argv' | 'command'> {
  const argv = repeatedArguments(reference ? null : baseUrl, settings, loadDeclaration.options, [
    'quota-key',
  ]);
  const key = ownKey ? ` --quota-key ${plan}="$ANIMAL_STORE_API_KEY"` : '';
  return { argv, command: repeatCommand('load', argv, seed) + key };
}

function makerOf(
  options: LoadOptions,
  part: Exclude<LoadPart, { kind: 'shard' }>,
  invocation: Invocation,
  program: Program,
) {
  return async (see: (event: PrintedEvent) => void, signal: AbortSignal): Promise<Report> => {
    if (part.kind === 'workers') {
      const { loadByWorkers } = await import('./load-workers.ts');
      return loadByWorkers({ ...part, options, invocation }, program, see, signal);
    }
    growFreely();
    const { runLoad } = await import('../../load-run/run-load.ts');
    return runLoad(options, { event: see, tick: (tick) => see({ type: 'load-tick', ...tick }) }, signal);
  };
}

/** A full garbage collection stops the generator for many milliseconds, so the heap may grow before the first one. */
function growFreely(): void {
  setFlagsFromString('--heap-growing-percent=300');
}

/** Shards do not know each other's seed, but all of them have the same start. */
function seedOf(part: LoadPart, settings: Settings): Partial<Pick<LoadOptions, 'seed'>> {
  return part.kind === 'shard' && !settings.isGiven('seed')
    ? { seed: part.shard.startAtMs % (largestSeed + 1) }
    : {};
}
