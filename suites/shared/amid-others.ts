import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';

/** The service must accept a creation with plain values at any time: late in a run, and concurrently with others. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  if (answer.status !== 201) {
    const [accepted] = check.session.acceptedCreations.values();
    const what = accepted === undefined ? 'A valid creation' : 'A creation similar to accepted ones';
    check.as('create/accepts-valid').expectStatus(answer, 201, what, {
      kind: 'later-status',
      related: accepted === undefined ? [] : [{ role: 'an accepted creation', exchange: accepted.number }],
    });
  }
}

/** The service must refuse a list without a key, whatever requests it serves concurrently. */
export function judgeKeylessList(check: Check, answer: Answer): void {
  const what = 'A list without a key, concurrent with requests that have one,';
  check.as('auth/missing-key').expectStatus(answer, 401, what, { kind: 'amid-others-status' });
}
