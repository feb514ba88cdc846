import type { BrokenBody } from '../../src/arbitraries/broken-body.ts';
import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { createPet } from '../../src/target/api-request.ts';
import { accepting } from './as-others-send.ts';

/** Sends a creation with one thing broken, which is owed a 400; its twin without the fault was answered 201. */
export async function refusesBody(
  check: Check,
  body: BrokenBody & { readonly accept?: '*/*' },
  contentTypes: readonly string[] = ['application/json'],
): Promise<void> {
  check.refuseInReadOnlyRuns();
  const control = await check.acceptedCreation('pending');
  const request = createPet(body.text, check.session.key, contentTypes);
  const answer = await check.send(body.accept === undefined ? request : accepting(request, body.accept));
  if (answer.status !== 400) {
    check.deviation(answer, {
      kind: `status-${answer.status}`,
      message: `A creation in which ${body.breaks} is answered ${answer.status}`,
      expected: '400 with an Error body',
      related: [control],
    });
  }
}

/**
 * The cases that a maker gives for a body, each made from a body of its own: so every one has its own tag, and
 * one that is stored all the same is recognised.
 */
export function freshCases<Body extends BrokenBody>(
  check: Check,
  make: (pet: NewPet) => readonly Body[],
): Body[] {
  const count = make(check.plainPet('pending')).length;
  return Array.from({ length: count }, (_, index) => make(check.plainPet('pending'))[index]).filter(
    (body) => body !== undefined,
  );
}
