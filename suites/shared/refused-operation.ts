import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import {
  type Credential,
  createPet,
  getPet,
  type ListQuery,
  listPets,
} from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import type { RelatedExchange } from '../../src/verdict/finding.ts';

/** A request of the operation that is right but for the credential that it is sent with. */
export async function rightRequest(
  check: Check,
  operation: Operation,
  credential: Credential,
  query: ListQuery = { limit: 1 },
): Promise<OutgoingRequest> {
  switch (operation) {
    case 'listPets':
      return listPets(query, credential);
    case 'createPet':
      return createPet(newPetText({ ...check.plainPet(check.refusedStatus) }), credential);
    case 'getPet':
      return getPet(await check.knownId(), credential);
  }
}

/** Sends a right request of the operation with a credential. */
export async function ask(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  return check.send(await rightRequest(check, operation, credential));
}

/** The same request with the key was not answered 401: so a 401 without it is about the key. */
export async function control(check: Check, operation: Operation): Promise<RelatedExchange> {
  const known = check.session.historyWatch.acceptedExchange(operation);
  if (known !== null) {
    return { role: 'control', exchange: known };
  }
  const answer = await ask(check, operation, check.session.key);
  return { role: 'control', exchange: answer.exchange.number };
}

/** Sends an operation with a credential that must be refused. */
export async function refuses(check: Check, operation: Operation, credential: Credential): Promise<void> {
  const related = [await control(check, operation)];
  judgeRefusal(check, operation, credential, await ask(check, operation, credential), related);
}

/** Reports the requirement of the check unless the operation returned 401. Returns whether it did. */
export function judgeRefusal(
  check: Check,
  operation: Operation,
  credential: Credential,
  answer: Answer,
  related: readonly RelatedExchange[],
): boolean {
  const kind = `${operation}-status`;
  return check.owes(answer, 401, `${operation} with ${credential.description}`, { kind, related });
}
