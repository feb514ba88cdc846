import { inject } from 'vitest';
import { register } from '../src/runner/suite-tests.ts';
import { suiteOrder, suites } from './suites.ts';

// The one file that Vitest runs: it registers every check as a test, in the order of the run.
for (const name of suiteOrder[inject('conformanceRun').options.effort]) {
  register(suites[name]);
}
