import fc from 'fast-check';
import { testSeed } from '../test-seed.ts';

// Property tests try other values each time, and so find what nobody thought of.
if (testSeed !== null) {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
}
