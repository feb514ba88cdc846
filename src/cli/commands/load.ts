import { setFlagsFromString } from 'node:v8';
import type { Report } from '../../report/report.ts';
import { Redactor } from '../../secrets/redaction.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import type { Invocation, Program } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { secretHeaders } from '../keys/last-redactor.ts';
import { largestSeed } from '../parse/whole-number.ts';
import { showLoadProgress } from '../progress/load-progress.ts';
import { repeatCommand, repeatedArguments } from '../repeat-command.ts';
import { inReportFolder } from '../report-files/in-report-folder.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';
import { makeAndReport, type OutputMode } from '../report-files/present-report.ts';
import { readWaiverSettings } from '../settings/common-settings.ts';
import { type LoadSettings, readLoadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { type LoadPart, readLoadPart } from '../settings/shard-settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { loadDeclaration } from './service-commands.ts';

export async function loadCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder } = program;
  const settings = await givenSettings(invocation, program);
  const whole = readLoadSettings(settings);
  const part = readLoadPart(settings, whole, Date.now());
  const settled = {
    ...whole,
    ...seedOf(part, settings),
    ...(await readWaiverSettings(settings, currentFolder)),
  };
  const load = {
    ...settled,
    ...readTransport(settings, settled.reference ? null : settled.baseUrl, program),
  };
  if (!load.reference) {
    const { refuseKeyInAddress } = await import('../keys/key-in-address.ts');
    refuseKeyInAddress(load.baseUrl, 'base URL', [load.apiKey]);
  }
  const mode = settings.value('output');
  const again = repeatedLoad(load, settings);
  if (part.kind === 'shard') {
    const { makeShard } = await import('./load-shard.ts');
    keepSecrets(load, program);
    growFreely();
    const options = { ...load, reportDir: '', ...again, shard: part.shard };
    return makeShard(options, part, { mode, redactor: redactorOf(options) }, program);
  }
  return inReportFolder(load.reportDir, load.seed, program, (reportDir) =>
    loadTarget(load, { ...load, reportDir, ...again }, mode, program, makerOf(part, invocation)),
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

async function loadTarget(
  { reference, minuteMs, dayMs }: LoadSettings,
  options: LoadOptions,
  mode: OutputMode,
  program: Program,
  make: MakeLoad,
): Promise<number> {
  if (!reference) {
    keepSecrets(options, program);
    return loadAndReport(options, mode, program, make);
  }
  const { startReferenceProcess } = await import('../reference/started-reference.ts');
  const { baseUrl, apiKey, close } = await startReferenceProcess({ minuteMs, dayMs });
  program.crash.secrets.add(apiKey);
  try {
    return await loadAndReport({ ...options, baseUrl, apiKey }, mode, program, make);
  } finally {
    close();
  }
}

type MakeLoad = (
  options: LoadOptions,
  see: (event: PrintedEvent) => void,
  signal: AbortSignal,
  program: Program,
) => Promise<Report>;

function makerOf(part: LoadPart, invocation: Invocation): MakeLoad {
  return async (options, see, signal, program) => {
    if (part.kind === 'workers') {
      const { loadByWorkers } = await import('./load-workers.ts');
      return loadByWorkers({ ...part, options, invocation }, program, see, signal);
    }
    growFreely();
    const { runLoad } = await import('../../load-run/run-load.ts');
    return runLoad(options, { event: see, tick: (tick) => see({ type: 'load-tick', ...tick }) }, signal);
  };
}

async function loadAndReport(
  options: LoadOptions,
  mode: OutputMode,
  program: Program,
  make: MakeLoad,
): Promise<number> {
  return makeAndReport(
    (see, signal) => make(options, see, signal, program),
    options,
    { mode, redactor: redactorOf(options), show: showLoadProgress },
    program,
  );
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

function keepSecrets(
  { apiKey, transport }: Pick<LoadOptions, 'apiKey' | 'transport'>,
  program: Program,
): void {
  for (const { value } of [{ value: apiKey }, ...(transport?.headers ?? [])]) {
    program.crash.secrets.add(value);
  }
}

function redactorOf(options: LoadOptions): Redactor {
  const key = { value: options.apiKey, shownAs: '$ANIMAL_STORE_API_KEY' };
  return new Redactor([key], [options.baseUrl], secretHeaders(options));
}
