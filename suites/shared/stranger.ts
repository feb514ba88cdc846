import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** A list without a key must be refused whoever else is being served. */
export function judgeStranger(check: Check, answer: Answer): void {
  if (answer.status !== 401) {
    check.as('auth/missing-key').deviation(answer, {
      kind: `amid-others-status-${answer.status}`,
      message: `A list without a key, amid requests with one, is answered ${answer.status}`,
      expected: '401 with an Error body',
    });
  }
}
