import { readAfterSettings } from '../after-settings.ts';
import { askedTarget } from '../ask-target.ts';
import { readBaselineSettings } from '../baseline-settings.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { readWaiverSettings } from '../common-settings.ts';
import type { TerminalInput } from '../init/questioner.ts';
import { makeRun } from '../make-run.ts';
import { addressOf, readRunSettings } from '../run-settings.ts';
import { readTransport } from '../transport/transport-settings.ts';

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
  const { settings } = target;
  const conduct = readRunSettings(settings);
  const settled = {
    ...conduct,
    ...(await readWaiverSettings(settings, currentFolder)),
    ...(await readBaselineSettings(settings, conduct, currentFolder)),
    ...(await readAfterSettings(settings, conduct, currentFolder)),
  };
  const run = { ...settled, ...readTransport(settings, addressOf(settled), program) };
  return makeRun(run, settings, program);
}
