import { UsageError } from './usage-error.ts';

/**
 * The folder that the process runs in.
 *
 * @throws {UsageError} where it was removed in the meantime.
 */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError('the current folder does not exist any more; change to another one');
  }
}
