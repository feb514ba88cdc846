import fc from 'fast-check';
import { propertyRuns } from '../property-runs.ts';
import { testSeed } from '../test-seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed, numRuns: propertyRuns(100) });
