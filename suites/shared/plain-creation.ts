import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** A creation of plain values must be accepted at any moment: late in a run, and amid other requests. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  if (answer.status !== 201) {
    check.as('create/accepts-valid').deviation(answer, {
      kind: `later-status-${answer.status}`,
      message: `A valid creation is answered ${answer.status}, though others like it were accepted`,
      expected: '201 and a Pet',
    });
  }
}
