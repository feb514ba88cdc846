import { inject } from 'vitest';
import { register } from '../src/runner/suite-tests.ts';
import { passes, suites } from './suites.ts';

// The one file that Vitest runs: it registers every check as a test, in the order of the run.
const { effort } = inject('conformanceRun').options;
for (const pass of passes[effort]) {
  for (const name of pass.suites) {
    register(suites[name], pass.effort, pass.effort === effort ? 'last' : 'earlier');
  }
}
