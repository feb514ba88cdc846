import type { RunOptions } from '../../suite/run-options.ts';
import { RunStopped } from '../../target/target.ts';
import type { RunEvent } from '../../verdict/run-event.ts';
import type { Examination } from '../../verify/examine.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { examinationText, stepText } from '../examination-text.ts';
import { interruptibly } from '../interruption.ts';
import { preflightLines } from '../progress/progress-text.ts';
import { eventLines, type ResultLine } from '../report-files/present-report.ts';
import {
  addressOf,
  onTarget,
  readRunSettings,
  refuseKeyInTarget,
  runOptions,
} from '../settings/run-settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { requireThat } from '../usage-error.ts';

interface ExaminationLine extends ResultLine, Examination {}

/** Runs only the preflight. Returns 0 if a run is possible, otherwise 3. */
export async function doctorCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = await givenSettings(invocation, program);
  requireThat(settings.baseUrl() !== undefined, 'the base URL is missing: write doctor <base-url>');
  const settled = readRunSettings(settings);
  const run = { ...settled, ...readTransport(settings, addressOf(settled), program) };
  await refuseKeyInTarget(run);
  const options = runOptions(run, '', { command: `${toolName} doctor` });
  const show = settings.value('output') === 'json' ? examineForPrograms : examineForPeople;
  try {
    return await onTarget(run, options, program, () =>
      interruptibly({ note: () => {}, end: () => {} }, program, (signal) => show(options, program, signal)),
    );
  } catch (error) {
    if (error instanceof RunStopped) {
      program.messages.write(`${toolName}: ${error.message}\n`);
      return 3;
    }
    throw error;
  }
}

async function examineForPeople(options: RunOptions, program: Program, signal: AbortSignal): Promise<number> {
  const { output, messages } = program;
  const { examine } = await import('../../verify/examine.ts');
  const screen = { columns: Math.min(output.columns(), 100), color: output.color };
  const show = (event: RunEvent): void => {
    if (event.type === 'preflight') {
      output.write(stepText(event.step, screen));
    } else if (event.type === 'wait') {
      messages.write(`waiting ${Math.ceil(event.durationMs / 1000)} s: ${event.reason}\n`);
    }
  };
  output.write(`${options.baseUrl}\n\n`);
  const examination = await examine(options, show, signal);
  output.write(examinationText(examination, screen.columns));
  return examination.ready ? 0 : 3;
}

async function examineForPrograms(
  options: RunOptions,
  { output, messages }: Program,
  signal: AbortSignal,
): Promise<number> {
  const { examine } = await import('../../verify/examine.ts');
  const { lastRedactor } = await import('../keys/last-redactor.ts');
  const write = eventLines(output, lastRedactor(options));
  const show = (event: RunEvent): void => {
    write(event);
    if (event.type === 'preflight') {
      messages.write(`${preflightLines(event.step, messages.columns())}\n`);
    }
  };
  const examination = await examine(options, show, signal);
  const exitStatus = examination.ready ? 0 : 3;
  const result: ExaminationLine = { type: 'result', exitStatus, ...examination };
  write(result);
  return exitStatus;
}
