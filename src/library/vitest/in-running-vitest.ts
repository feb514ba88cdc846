import { packageRoot } from '../../package-root.ts';

/**
 * Does what registers tests with the Vitest that this package finds.
 *
 * @throws {Error} where that is not the one in which the file runs: another copy knows nothing of its tests.
 */
export function inRunningVitest(register: () => void): void {
  try {
    register();
  } catch (error) {
    if (error instanceof Error && /^Vitest failed to (?:find|access)/.test(error.message)) {
      throw new Error(
        `animal-store-conformance/vitest has to be called in a test file, and to find the Vitest that runs it. Where there is a second copy (npm ls vitest shows them; this package looks from ${packageRoot()}), take version 4 in your project too`,
        { cause: error },
      );
    }
    throw error;
  }
}
