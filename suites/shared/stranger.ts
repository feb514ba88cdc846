import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** A list without a key must be refused whoever else is being served. */
export function judgeStranger(check: Check, answer: Answer): void {
  const what = 'A list without a key, amid requests with one,';
  check.as('auth/missing-key').owes(answer, 401, what, { kind: 'amid-others-status' });
}
