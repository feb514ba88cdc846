import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** A creation of plain values must be accepted at any moment: late in a run, and amid other requests. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  if (answer.status !== 201) {
    const [accepted] = check.session.acceptedCreations.values();
    const what = accepted === undefined ? 'A valid creation' : 'A creation like others that were accepted';
    check.as('create/accepts-valid').owes(answer, 201, what, {
      kind: 'later-status',
      related: accepted === undefined ? [] : [{ role: 'an accepted one', exchange: accepted.number }],
    });
  }
}

/** A list without a key must be refused whoever else is being served. */
export function judgeStranger(check: Check, answer: Answer): void {
  const what = 'A list without a key, amid requests with one,';
  check.as('auth/missing-key').owes(answer, 401, what, { kind: 'amid-others-status' });
}
