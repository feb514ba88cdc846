import { FileRefused, fileProblem, isOutOfDescriptors } from '../files/file-problem.ts';
import { type Invocation, type Program, toolName } from './command.ts';
import { commandOf, readCommandLine } from './command-line.ts';
import { stopListeningEarly } from './early-interruption.ts';
import { describeInternalError, withoutSecrets } from './internal-error.ts';
import { UsageError } from './usage-error.ts';

/** By this word the completion script of yargs asks for candidates. */
const candidateRequest = '--get-yargs-completions';

/** Returns the exit status. @throws {UsageError} for invalid options or files, before any request. */
type Command = (invocation: Invocation, program: Program) => Promise<number>;

/** Loaded when called: help and wrong usage need not wait for what a run needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.ts')).runCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  load: async () => (await import('./commands/load.ts')).loadCommand,
  'load export': async () => (await import('./commands/load-export.ts')).loadExportCommand,
  'load merge': async () => (await import('./commands/load-merge.ts')).loadMergeCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  'self-check': async () => (await import('./commands/self-check.ts')).selfCheckCommand,
  requirements: async () => (await import('./commands/requirements.ts')).requirementsCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  attest: async () => (await import('./commands/attest.ts')).attestCommand,
  'verify-report': async () => (await import('./commands/verify-report.ts')).verifyReportCommand,
  'report render': async () => (await import('./commands/report-render.ts')).reportRenderCommand,
};

/** These end with status 3 at a signal. The others end as any process does, even while they compute. */
const sendsRequests: ReadonlySet<string> = new Set(['run', 'load', 'doctor', 'self-check', 'replay']);

/** Carries a command line out and returns the exit status. Never rejects: what goes wrong is one line. */
export async function carryOut(args: readonly string[], program: Program): Promise<number> {
  try {
    if (args[0] === candidateRequest) {
      const { complete } = await import('./completion.ts');
      await complete(args);
      return 0;
    }
    const asked = await readCommandLine(args, Math.min(program.output.columns(), 100));
    if (asked.kind === 'print') {
      program.output.write(`${asked.text}\n`);
      return 0;
    }
    const load = commands[asked.invocation.command];
    if (load === undefined) {
      throw new Error(`the command ${asked.invocation.command} is declared, but not there`);
    }
    if (!sendsRequests.has(asked.invocation.command)) {
      stopListeningEarly();
    }
    const command = await load();
    return await command(asked.invocation, program);
  } catch (error) {
    return failed(error, args, program);
  }
}

/**
 * An error in a file names its position, such as `waivers.yaml, line 5:`; the help of a command would not help there.
 */
const isOfFile = /^[^-"][^"]*[.](?:json|ya?ml|m?[jt]s)(?::|, line )/;

export function failed(error: unknown, args: readonly string[], program: Program): number {
  if (error instanceof UsageError) {
    const command = commandOf(args);
    const message = withoutSecrets(error.message, program.crash.secrets).replace(/[.]$/, '');
    const help = `Try ${toolName} ${command === undefined ? '' : `${command.name} `}--help`;
    const hint = isOfFile.test(message) ? '' : ` ${help}`;
    program.messages.write(`${toolName}: ${message}${/[?]$/.test(message) ? '' : '.'}${hint}\n`);
    return 2;
  }
  const problem = environmentProblem(error);
  program.messages.write(
    `${toolName}: ${problem === null ? describeInternalError(error, program.crash) : `${withoutSecrets(problem, program.crash.secrets)}; no verdict`}\n`,
  );
  return 3;
}

/** The message for an error of this machine, such as a full disk; `null` for other errors. */
function environmentProblem(error: unknown): string | null {
  if (error instanceof FileRefused) {
    return error.message;
  }
  return isOutOfDescriptors(error) ? fileProblem(error) : null;
}
