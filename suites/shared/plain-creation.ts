import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** A creation of plain values must be accepted at any moment: late in a run, and amid other requests. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  if (answer.status !== 201) {
    const [accepted] = check.session.acceptedCreations.values();
    check.as('create/accepts-valid').deviation(answer, {
      kind: `later-status-${answer.status}`,
      message: `A valid creation returned ${answer.status}${accepted === undefined ? '' : ', though others like it were accepted'}`,
      expected: '201 and a Pet',
      related: accepted === undefined ? [] : [{ role: 'an accepted one', exchange: accepted.number }],
    });
  }
}
