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

/** A request of the operation that is valid except for the credential. */
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

/** Sends a valid request of the operation with a credential. */
export async function ask(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  return check.send(await rightRequest(check, operation, credential));
}

/** The same operation with the key, which did not return 401. So a 401 without the key is due to the key. */
export async function control(check: Check, operation: Operation): Promise<RelatedExchange> {
  const known = check.session.historyWatch.acceptedExchange(operation);
  if (known !== null) {
    return { role: 'control', exchange: known };
  }
  const answer = await ask(check, operation, check.session.key);
  return { role: 'control', exchange: answer.exchange.number };
}

/** Sends an operation with a credential that the service must refuse. */
export async function refuses(check: Check, operation: Operation, credential: Credential): Promise<void> {
  const related = [await control(check, operation)];
  judgeRefusal(check, operation, credential, await ask(check, operation, credential), related);
}

/** Reports a status other than 401, and returns whether it is 401. */
export function judgeRefusal(
  check: Check,
  operation: Operation,
  credential: Credential,
  answer: Answer,
  related: readonly RelatedExchange[],
): boolean {
  const kind = `${operation}-status`;
  return check.expectStatus(answer, 401, `${operation} with ${credential.description}`, { kind, related });
}
