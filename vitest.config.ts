import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: begun last, they would run alone while other cores idle. */
const longest = [
  'tests/cli/run-quota.test.ts',
  'tests/cli/across.test.ts',
  'tests/hostile/hostile.test.ts',
  'tests/suites/faults.test.ts',
  'tests/suites/efforts.test.ts',
  'tests/docs/commands.test.ts',
  'tests/quota/simulation/simulated-verdicts.test.ts',
  'tests/package.test.ts',
  'tests/cli/load-shards.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path));
      return place === -1 ? longest.length : place;
    };
    return [...(await super.sort(files))].sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    // A process for each file would cost more than most of them. So nothing that tests share registers hooks when it is
    // evaluated: that is done for the first file alone (`onTestFinished` takes their place, or a function that each
    // file calls). Tests must restore global state (environment, timers, exit code, fast-check): the setup file fails
    // files that do not.
    isolate: false,
    setupFiles: ['tests/isolation/test-seed.ts', 'tests/isolation/unchanged-globals.ts'],
    globalSetup: ['tests/isolation/temporary-folders.ts'],
    // Whole runs of the command, which are processes of their own: as many as the smallest machine has cores.
    maxConcurrency: 2,
    // Three more, because several files mostly wait for the minutes of limiters.
    maxWorkers: 5,
    // Only a hanging test exceeds it: tests do not depend on the speed of the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
  },
});
