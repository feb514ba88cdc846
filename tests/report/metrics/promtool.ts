import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

/** Whether there is no promtool (Debian: the package prometheus), and nobody promised one. */
export const missingPromtool =
  spawnSync('promtool', ['--version']).error !== undefined && process.env['CI'] === undefined;
if (missingPromtool) {
  console.warn('skipped: there is no promtool; install the package prometheus');
}

/** Runs promtool. @throws {Error} where there is none. */
export function promtool(args: readonly string[], input = ''): SpawnSyncReturns<string> {
  const ended = spawnSync('promtool', args, { encoding: 'utf8', input });
  if (ended.error !== undefined) {
    throw ended.error;
  }
  return ended;
}
