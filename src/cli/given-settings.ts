import type { Invocation } from './command.ts';
import { readConfigFile } from './config-file.ts';
import { chooseTarget } from './config-target.ts';
import type { Program } from './program.ts';
import { Settings } from './settings.ts';

/**
 * The settings of a command that speaks to a service: of its command line, the environment, and the configuration
 * file, of which the first argument may name a target.
 *
 * @throws {UsageError} for whatever is wrong with the file or the name.
 */
export async function givenSettings(
  invocation: Invocation,
  { environment, currentFolder }: Pick<Program, 'environment' | 'currentFolder'>,
): Promise<Settings> {
  const file = await readConfigFile(invocation.options.get('config')?.[0], currentFolder);
  return new Settings(invocation, environment, chooseTarget(invocation, file));
}
