import { askedTarget } from '../ask-target.ts';
import { readBaselineSettings } from '../baseline-settings.ts';
import type { Invocation } from '../command.ts';
import type { TerminalInput } from '../init/questioner.ts';
import { makeRun } from '../make-run.ts';
import type { Program } from '../program.ts';
import { readRunSettings } from '../run-settings.ts';
import { addressOf } from '../run-target.ts';
import { toolName } from '../tool-version.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { readWaiverSettings } from '../waivers/waiver-settings.ts';

/**
 * `run`: verifies an implementation. Returns the exit status. In a terminal it asks for a base URL that is missing.
 *
 * @throws {UsageError} for whatever is wrong with what was given, before anything is sent.
 */
export async function runCommand(
  asked: Invocation,
  program: Program,
  input: TerminalInput = process.stdin,
): Promise<number> {
  const { currentFolder } = program;
  const target = await askedTarget(asked, program, input);
  if (target === null) {
    program.messages.write(`\n${toolName}: run was interrupted: nothing was sent\n`);
    return 2;
  }
  const { invocation, settings } = target;
  const given = new Set(invocation.options.keys());
  const conduct = readRunSettings(
    settings,
    invocation.positional === undefined ? given : given.add('base-url'),
  );
  const settled = {
    ...conduct,
    ...(await readWaiverSettings(settings, currentFolder)),
    ...(await readBaselineSettings(settings, conduct, currentFolder)),
  };
  const run = { ...settled, ...readTransport(settings, addressOf(settled), program) };
  return makeRun(run, settings, program);
}
