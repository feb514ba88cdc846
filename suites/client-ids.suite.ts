import { describe } from 'vitest';
import { requirement } from '../src/runner/requirement-test.ts';
import { clientIdStaysUnused } from './shared/client-id.ts';

// In a run that reuses what was sent this comes behind a list: the animal that it reads before and after tells what the list was worth.
describe('client ids', () => {
  requirement('create/ignores-client-id', (check) => clientIdStaysUnused(check));
});
