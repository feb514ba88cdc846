import { describe } from 'vitest';
import { requirement } from '../src/runner/suite-tests.ts';
import { refusedCreationsStayUnseen } from './shared/refused-creations.ts';

// After all refusals and before the run fills the store, while one list contains all animals.
describe('refused without effect', () => {
  requirement('auth/refused-without-effect', (check) => refusedCreationsStayUnseen(check, 401));

  requirement('create/refused-without-effect', (check) => refusedCreationsStayUnseen(check, 400));
});
