import { setFlagsFromString } from 'node:v8';
import type { LoadOptions } from '../../runner/run-options.ts';
import { Redactor } from '../../secrets/redaction.ts';
import type { Invocation, Program } from '../command.ts';
import { readWaiverSettings } from '../common-settings.ts';
import { givenSettings } from '../config-target.ts';
import { inReportFolder } from '../in-report-folder.ts';
import { secretHeaders } from '../last-redactor.ts';
import { showLoadProgress } from '../load-progress.ts';
import { type LoadSettings, readLoadSettings } from '../load-settings.ts';
import { makeAndReport, type OutputMode } from '../present-report.ts';
import { repeatCommand, repeatedArguments } from '../repeat-command.ts';
import type { Settings } from '../settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { loadDeclaration } from './service-commands.ts';

export async function loadCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder } = program;
  const settings = await givenSettings(invocation, program);
  const settled = {
    ...readLoadSettings(settings),
    ...(await readWaiverSettings(settings, currentFolder)),
  };
  const load = {
    ...settled,
    ...readTransport(settings, settled.reference ? null : settled.baseUrl, program),
  };
  if (!load.reference) {
    const { refuseKeyInAddress } = await import('../key-in-address.ts');
    refuseKeyInAddress(load.baseUrl, 'base URL', [load.apiKey]);
  }
  const mode = settings.value('output');
  const again = repeatedLoad(load, settings);
  return inReportFolder(load.reportDir, load.seed, program, (reportDir) =>
    loadTarget(load, { ...load, reportDir, ...again }, mode, program),
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
): Promise<number> {
  if (!reference) {
    for (const { value } of [{ value: options.apiKey }, ...(options.transport?.headers ?? [])]) {
      program.crash.secrets.add(value);
    }
    return loadAndReport(options, mode, program);
  }
  const { startReferenceProcess } = await import('../started-reference.ts');
  const { baseUrl, apiKey, close } = await startReferenceProcess({ minuteMs, dayMs });
  program.crash.secrets.add(apiKey);
  try {
    return await loadAndReport({ ...options, baseUrl, apiKey }, mode, program);
  } finally {
    close();
  }
}

async function loadAndReport(options: LoadOptions, mode: OutputMode, program: Program): Promise<number> {
  // To collect all garbage stops the generator for many milliseconds: here it may grow before that is done.
  setFlagsFromString('--heap-growing-percent=300');
  const { runLoad } = await import('../../runner/load-run.ts');
  const key = { value: options.apiKey, shownAs: '$ANIMAL_STORE_API_KEY' };
  const redactor = new Redactor([key], [options.baseUrl], secretHeaders(options));
  return makeAndReport(
    (event, signal) =>
      runLoad(options, { event, tick: (tick) => event({ type: 'load-tick', ...tick }) }, signal),
    options,
    { mode, redactor, show: showLoadProgress },
    program,
  );
}
