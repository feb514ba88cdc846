import { setFlagsFromString } from 'node:v8';
import { carryOut, failed } from './carry-out.ts';
import type { Program } from './command.ts';
import { secretsOf } from './keys/given-secrets.ts';
import { screenOf } from './screen.ts';
import { UsageError } from './usage-error.ts';

const drainGraceMs = 2_000;
const args = process.argv.slice(2);

// A run keeps little for long: without this, the garbage takes more memory than the data.
setFlagsFromString('--max-semi-space-size=2');
setFlagsFromString('--heap-growing-percent=20');

let outputError: NodeJS.ErrnoException | null = null;
const program: Program = {
  output: screenOf(process.stdout, process.env, (error) => {
    outputError ??= error;
  }),
  messages: screenOf(process.stderr, process.env),
  environment: process.env,
  get currentFolder() {
    return currentFolder();
  },
  crash: {
    folder: null,
    secrets: secretsOf(args, process.env),
  },
  exit: (status) => process.exit(status),
};

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.once(event, (error: unknown) => process.exit(failed(error, args, program)));
}

// The error of a write may come after everything else. The results of a run are in its folder.
process.on('exit', (status) => {
  if (status === 0 && outputError !== null && program.crash.folder === null) {
    program.messages.write(
      `animal-store-conformance: can't write the output: ${outputProblem(outputError)}\n`,
    );
    process.exitCode = 3;
  }
});

process.exitCode = await carryOut(args, program);
// A lingering socket, for example, must not delay a caller that waits for the end of the process.
setTimeout(() => process.exit(), drainGraceMs).unref();

function outputProblem({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ENOSPC' ? 'the disk is full' : message;
}

/**
 * The folder that the process runs in.
 *
 * @throws {UsageError} if it was removed in the meantime.
 */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError('the current folder does not exist any more; change to another one');
  }
}
