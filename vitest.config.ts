import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: begun last, they would run alone while other cores idle. */
const longest = [
  'tests/suites/faults.test.ts',
  'tests/suites/quota-faults.test.ts',
  'tests/hostile/hostile.test.ts',
  'tests/cli/run-quota.test.ts',
  'tests/field-trials/subjects.test.ts',
  'tests/cli/run.test.ts',
  'tests/docs/commands.test.ts',
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
    // Whole runs of the command, which are processes of their own: as many as the smallest machine has cores.
    maxConcurrency: 2,
    // One more than that: several files mostly wait for the minutes of limiters.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
  },
});
