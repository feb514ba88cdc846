import type { Operation, Parts } from './parts.ts';
import { Problem } from './problem.ts';

/**
 * Announces the removal on 5 December 2030 (section "Versioning"): RFC 9745 for the deprecation itself,
 * RFC 8594 for its end.
 */
const deprecation = {
  Deprecation: `@${Date.UTC(2025, 11, 5) / 1000}`,
  Sunset: new Date(Date.UTC(2030, 11, 5)).toUTCString(),
  Link: '</v1/pets>; rel="successor-version"',
};

/** `GET /pets` */
export const listPets: Operation = async (request, _route, parts) => {
  const pets = await parts.petStore.list(parts.readListQuery(request.query));
  return { status: 200, headers: {}, body: pets.map((pet) => parts.showPet(pet, 'listPets')) };
};

/** `POST /pets` */
export const createPet: Operation = async (request, _route, parts) => {
  const pet = await parts.petStore.add(parts.readNewPet(request));
  return {
    status: 201,
    headers: { Location: `/v1/pets/${pet.id}` },
    body: parts.showPet(pet, 'createPet'),
  };
};

/** `GET /pets/{petId}` */
export const getPet: Operation = async (_request, route, parts) => {
  const id = parts.readPetId(route.petId);
  const pet = id === null ? undefined : await parts.petStore.get(id);
  if (pet === undefined) {
    throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.', deprecation);
  }
  return { status: 200, headers: deprecation, body: parts.showPet(pet, 'getPet') };
};

/** Every field of the schema `Pet`; `status` only where the animal has one. */
export const showPet: Parts['showPet'] = (pet) => ({ ...pet });
