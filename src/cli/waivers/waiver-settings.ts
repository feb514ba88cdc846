import type { RunOptions } from '../../runner/run-options.ts';
import type { Settings } from '../settings.ts';

/**
 * The waivers of the file that `--waivers` names.
 *
 * @param folder that a relative path starts from
 * @throws {UsageError} for whatever is wrong in the file.
 */
export async function readWaiverSettings(
  settings: Settings,
  folder: string,
): Promise<Pick<RunOptions, 'waivers'>> {
  const given = settings.text('waivers');
  if (given === undefined) {
    return {};
  }
  // Loaded when it is needed: reading YAML takes a while to load.
  const { readWaivers } = await import('./read-waivers.ts');
  return { waivers: readWaivers(given, folder) };
}
