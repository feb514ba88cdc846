import type { Exchange } from '../exchange/exchange.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { readPet } from '../history/pet.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** The event of an animal that this exchange created, or `null` where it created none. */
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
