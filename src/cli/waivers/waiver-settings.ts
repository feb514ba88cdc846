import type { RunOptions } from '../../runner/run-options.ts';
import type { Settings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

/**
 * What the options of waivers say.
 *
 * @param folder that a relative path starts from
 * @throws {UsageError} for whatever is wrong in the file.
 */
export async function readWaiverSettings(
  settings: Settings,
  folder: string,
): Promise<Pick<RunOptions, 'waivers' | 'strictWaivers'>> {
  const given = settings.one('waivers');
  const strictWaivers = settings.flag('strict-waivers');
  if (given === undefined) {
    if (strictWaivers) {
      throw new UsageError('--strict-waivers is about the entries of a file: give it with --waivers FILE');
    }
    return {};
  }
  // Loaded when it is needed: reading YAML takes a while to load.
  const { readWaivers } = await import('./read-waivers.ts');
  return { waivers: readWaivers(given, folder), strictWaivers };
}
