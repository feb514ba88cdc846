import { describe } from 'vitest';
import { requirement } from '../src/runner/requirement-test.ts';
import { refusedCreationsStayUnseen } from './shared/refused-creations.ts';

// Behind all refusals and before the store is filled, while lists are short enough to show everything.
describe('refused without effect', () => {
  requirement('auth/refused-without-effect', (check) => refusedCreationsStayUnseen(check, 401));

  requirement('create/refused-without-effect', (check) => refusedCreationsStayUnseen(check, 400));
});
