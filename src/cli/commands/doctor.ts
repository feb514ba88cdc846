import { paintFor, wrap } from '../../report/terminal/layout.ts';
import { counted, listed, visibleLine } from '../../report/words.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import { RunStopped } from '../../target/target.ts';
import type { PreflightStep, RunEvent } from '../../verdict/run-event.ts';
import type { Examination } from '../../verify/examine.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
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

const marks = { good: 'ok', note: 'note', problem: 'problem' } as const;
const markWidth = 9;
const nameWidth = 13;
const narrowest = 40;

/** One step: its outcome, its name and its result; below a problem, the fix. */
export function stepText(
  { name, outcome, text, remedy }: PreflightStep,
  screen: { readonly columns: number; readonly color: boolean },
): string {
  const paint = paintFor(screen.color);
  const colors = { good: paint.green, note: paint.yellow, problem: paint.red };
  const room = Math.max(narrowest, screen.columns) - markWidth - nameWidth;
  const indent = `\n${' '.repeat(markWidth + nameWidth)}`;
  const said = wrap(visibleLine(text), room).join(indent);
  const toDo = remedy === null ? '' : `${indent}${wrap(`→ ${visibleLine(remedy)}`, room).join(indent)}`;
  const head = `${colors[outcome](marks[outcome])}${' '.repeat(markWidth - marks[outcome].length)}`;
  return `${head}${visibleLine(name).padEnd(nameWidth)}${said}${toDo}\n`;
}

/** The conclusion of the steps, and the animals that the examination created. @param columns the width of a line */
export function examinationText({ steps, ready, requests, created }: Examination, columns: number): string {
  const problems = [...new Set(steps.filter(({ outcome }) => outcome === 'problem').map(({ name }) => name))];
  const left =
    created.length === 0
      ? 'nothing created'
      : `${counted(created.length, 'animal')} created (id ${listed(created.map(visibleLine), 'and')}), which the interface can't delete`;
  const verdict = ready ? 'Ready to run.' : `Not ready: fix ${listed(problems, 'and')} first.`;
  const lines = [verdict, `${counted(requests, 'request')} sent, ${left}.`];
  return `\n${lines.flatMap((line) => wrap(line, Math.max(narrowest, columns))).join('\n')}\n`;
}
