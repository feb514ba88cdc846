import type { Exchange } from '../exchange/exchange.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { readPet } from '../history/pet.ts';
import { member, parseJson } from '../json/exact-json.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** The event of the animal that this exchange created, or `null`. */
export function animalCreated(exchange: Exchange): RunEvent | null {
  if (exchange.request.method !== 'POST' || exchange.response?.status !== 201) {
    return null;
  }
  const pet = readPet(jsonValue(exchange.response));
  if (pet === null) {
    return null;
  }
  // Half a surrogate pair is an escape that other readers of the events refuse: jq 1.6 ends there.
  const name = typeof pet.name === 'string' ? pet.name.toWellFormed() : '';
  return { type: 'animal-created', id: pet.id.toString(), name, exchange: exchange.number };
}

/** The status that an accepted creation of a valid `NewPet` sent, or `null` for any other exchange. */
export function acceptedStatus({ request, response }: Exchange): string | null {
  if (response?.status !== 201 || describeRequest(request).newPet === null) {
    return null;
  }
  const status = member(parseJson(request.body ?? ''), 'status');
  return typeof status === 'string' ? status : null;
}
