import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { createPet } from '../../src/target/api-request.ts';
import { accepting, compressed } from './as-others-send.ts';
import type { RefusedExample } from './refused-examples.ts';

/**
 * Sends a creation with one thing broken, which is owed a 400; its twin without the fault was answered 201.
 *
 * @param owed the check of the requirement that refuses it
 */
export async function refusesBody(check: Check, body: RefusedExample, owed: Check = check): Promise<void> {
  check.refuseInReadOnlyRuns();
  const control = await check.acceptedCreation(check.refusedStatus);
  const request = createPet(body.text, check.session.key, body.contentTypes);
  const answer = await check.send(
    body.accept === undefined ? request : compressed(accepting(request, body.accept)),
  );
  if (owed !== check) {
    owed.evidence(answer.exchange.number);
  }
  owed.owes(answer, 400, `A creation in which ${body.breaks}`, { related: [control] });
}

/**
 * The cases that a maker gives for a body, each made from a body of its own: so every one has its own tag, and
 * one that is stored all the same is recognised.
 */
export function freshCases<Body>(check: Check, make: (pet: NewPet) => readonly Body[]): Body[] {
  const count = make(check.plainPet(check.refusedStatus)).length;
  return Array.from({ length: count }, (_, index) => make(check.plainPet(check.refusedStatus))[index]).filter(
    (body) => body !== undefined,
  );
}
