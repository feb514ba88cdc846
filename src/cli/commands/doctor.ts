import type { RunOptions } from '../../suite/run-options.ts';
import { RunStopped } from '../../target/target.ts';
import type { RunEvent } from '../../verdict/run-event.ts';
import type { Examination } from '../../verify/examine.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { examinationText, stepText } from '../examination-text.ts';
import { interruptibly } from '../interruption.ts';
import { onTarget } from '../reference/on-target.ts';
import { eventLines, type ResultLine } from '../report-files/present-report.ts';
import { addressOf } from '../settings/common-settings.ts';
import { readRunSettings, refuseKeyInTarget, runOptions } from '../settings/run-settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { requireThat } from '../usage-error.ts';

interface ExaminationLine extends ResultLine, Examination {}

/** Runs only the preflight. Returns 0 if a run is possible, otherwise 3. */
export async function doctorCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = await givenSettings(invocation, program);
  requireThat(settings.baseUrl() !== undefined, 'the base URL is missing: write doctor <base-url>');
  const settled = readRunSettings(settings);
  const transport = readTransport(settings, addressOf(settled), program);
  const run = { ...settled, ...transport };
  refuseKeyInTarget(run);
  const given = runOptions(run, '', { command: `${toolName} doctor` });
  const isJson = settings.value('output') === 'json';
  try {
    return await onTarget(given, null, program, (options) =>
      interruptibly({ note: () => {}, end: () => {} }, program, (signal) =>
        examineAndShow(options, isJson, program, signal),
      ),
    );
  } catch (error) {
    if (error instanceof RunStopped) {
      program.messages.write(`${toolName}: ${error.message}\n`);
      return 3;
    }
    throw error;
  }
}

async function examineAndShow(
  options: RunOptions,
  isJson: boolean,
  { output, messages }: Program,
  signal: AbortSignal,
): Promise<number> {
  const { examine } = await import('../../verify/examine.ts');
  const { lastRedactor } = await import('../keys/last-redactor.ts');
  const write = isJson ? eventLines(output, lastRedactor(options)) : () => {};
  const shown = isJson ? messages : output;
  const screen = { columns: Math.min(shown.columns(), 100), color: shown.color };
  const show = (event: RunEvent): void => {
    write(event);
    if (event.type === 'preflight') {
      shown.write(stepText(event.step, screen));
    } else if (event.type === 'wait') {
      messages.write(`waiting ${Math.ceil(event.durationMs / 1000)} s: ${event.reason}\n`);
    }
  };
  shown.write(`${options.baseUrl}\n\n`);
  const examination = await examine(options, show, signal);
  shown.write(examinationText(examination, screen.columns));
  const exitStatus = examination.ready ? 0 : 3;
  const result: ExaminationLine = { type: 'result', exitStatus, ...examination };
  write(result);
  return exitStatus;
}
