import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import { isInt64, isJsonObject, type JsonValue } from '../../src/json/exact-json.ts';

/** The invalid members of a `NewPet`, or `body` if it is not an object. */
export function invalidParts(value: JsonValue): string[] {
  if (!isJsonObject(value)) {
    return ['body'];
  }
  const { name, categoryId, status } = value;
  return [
    ...(typeof name === 'string' ? [] : ['name']),
    ...(isInt64(categoryId) ? [] : ['categoryId']),
    ...(status === undefined || petStatuses.some((known) => known === status) ? [] : ['status']),
  ];
}
