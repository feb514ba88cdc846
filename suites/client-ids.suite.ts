import { describe } from 'vitest';
import { requirement } from '../src/runner/suite-tests.ts';
import { clientIdStaysUnused } from './shared/client-id.ts';

// In a run that reuses exchanges, a list precedes this check. Its two reads of one animal verify that list.
describe('client ids', () => {
  requirement('create/ignores-client-id', (check) => clientIdStaysUnused(check));
});
