import { readBaselineSettings } from '../baseline-settings.ts';
import { givenSettings } from '../given-settings.ts';
import { makeRun } from '../make-run.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { readRunSettings } from '../run-settings.ts';
import { addressOf } from '../run-target.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { readWaiverSettings } from '../waivers/waiver-settings.ts';

/**
 * `run`: verifies an implementation. Returns the exit status.
 *
 * @throws {UsageError} for whatever is wrong with what was given, before anything is sent.
 */
export async function runCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder } = program;
  const settings = await givenSettings(invocation, program);
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
