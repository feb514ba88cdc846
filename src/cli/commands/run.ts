import type { Invocation, Program } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { makeRun } from '../make-run.ts';
import { readAfterSettings } from '../settings/after-settings.ts';
import { readBaselineSettings } from '../settings/baseline-settings.ts';
import { readWaiverSettings } from '../settings/common-settings.ts';
import { addressOf, readRunSettings } from '../settings/run-settings.ts';
import { readTransport } from '../transport/transport-settings.ts';

export async function runCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder } = program;
  const settings = await givenSettings(invocation, program);
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
