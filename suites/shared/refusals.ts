import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { createPet } from '../../src/target/api-request.ts';
import { accepting, compressed } from './as-others-send.ts';
import type { RefusedExample } from './refused-examples.ts';

/**
 * Sends a creation with one fault, which must return 400. The control without the fault returned 201.
 *
 * @param judge the check of the requirement that refuses it
 */
export async function refusesBody(check: Check, body: RefusedExample, judge: Check = check): Promise<void> {
  check.refuseInReadOnlyRuns();
  const control = await check.acceptedCreation(check.refusedStatus);
  const request = createPet(body.text, check.session.key, body.contentTypes);
  const answer = await check.send(
    body.accept === undefined ? request : compressed(accepting(request, body.accept)),
  );
  if (judge !== check) {
    judge.evidence(answer.exchange.number);
  }
  judge.expectStatus(answer, 400, `A creation in which ${body.breaks}`, { related: [control] });
}

/** The cases that `make` returns, each from a different body, whose unique tag identifies it if the service stores it. */
export function freshCases<Body>(check: Check, make: (pet: NewPet) => readonly Body[]): Body[] {
  const count = make(check.plainPet(check.refusedStatus)).length;
  return Array.from({ length: count }, (_, index) => make(check.plainPet(check.refusedStatus))[index]).filter(
    (body) => body !== undefined,
  );
}
