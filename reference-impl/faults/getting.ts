import { crash, shownPets, store, without } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import {
  growingOld,
  inGet,
  readableFrom,
  reading,
  refusingIds,
  unknownGiving,
  unknownRefused,
} from './getting-decorations.ts';
import { identified } from './own-stores.ts';

const hugeIds = identified((number) => 2n ** 53n + number);

export const getting: readonly Fault[] = [
  ...violating(['get/returns-created']).by({
    // GET /pets/{petId} returns 404 in the first five seconds after creation.
    'get-404-at-first': readableFrom(5_000),
    'get-404-without-status': reading((pet) => (pet.status === undefined ? undefined : pet)),

    'get-trims-names': shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.trim() })),
    'get-composes-names': shownPets(['getPet'], (shown, pet) => ({
      ...shown,
      name: pet.name.normalize('NFC'),
    })),
    'get-cuts-names-at-255': shownPets(['getPet'], (shown, pet) => ({
      ...shown,
      name: pet.name.slice(0, 255),
    })),
  }),
  ...violating(['get/returns-created', 'get/id-matches']).by({
    // Ids are beyond 2^53, and the requested id is parsed as a double.
    'get-id-read-as-double': upon(
      hugeIds,
      store((inner) => ({ get: (id) => inner.get(BigInt(Number(id))) })),
    ),
  }),
  ...violating(['get/returns-created', 'list/agrees-with-get']).by({
    // GET /pets/{petId} truncates names to three characters.
    'get-name-cut': shownPets(inGet, (shown, pet) => ({
      ...shown,
      name: [...pet.name].slice(0, 3).join(''),
    })),

    'get-without-status': shownPets(inGet, (shown) => without(shown, 'status')),
  }),
  ...violating(['get/id-matches']).by({
    'get-shows-next-id': shownPets(inGet, (shown, pet) => ({ ...shown, id: pet.id + 1n })),
    // Ids are beyond 2^53, and GET /pets/{petId} returns them rounded to a double.
    'get-id-rounded': upon(
      hugeIds,
      shownPets(inGet, (shown, pet) => ({ ...shown, id: BigInt(Number(pet.id)) })),
    ),
  }),
  ...violating(['get/id-matches', 'get/returns-created']).by({
    // GET /pets/{petId} returns the previous animal for every fourth id.
    'get-gives-neighbour': store((inner) => ({
      get: (id) => inner.get(id > 0n && id % 4n === 0n ? id - 1n : id),
    })),
  }),
  ...violating(['get/stable']).by({
    'second-reading-in-capitals': reading((pet, times) =>
      times > 1 ? { ...pet, name: pet.name.toUpperCase() } : pet,
    ),
    // After ten more creations, an animal is returned with category 0.
    'category-lost-later': growingOld(10n, (pet) => ({ ...pet, categoryId: 0n })),
    // After 25 more creations, GET /pets/{petId} returns 404 for an animal.
    'forgotten-later': growingOld(25n, () => undefined),
  }),
  ...violating(['get/unknown-id', 'responses/schema']).by({
    'unknown-animal-null': unknownGiving(200, async () => null),
  }),
  ...violating(['get/unknown-id', 'responses/schema'], { mayViolate: ['get/id-matches'] }).by({
    'unknown-animal-empty': unknownGiving(200, async () => ({})),
  }),
  ...violating(['get/unknown-id', 'get/id-matches']).by({
    'unknown-animal-is-first': unknownGiving(200, async (pets) => (await pets.list({ limit: 1 }))[0]),
  }),
  ...violating(['get/unknown-id']).by({
    'unknown-animal-made-up': unknownGiving(200, async (_pets, id) => ({
      id,
      name: 'Unknown',
      categoryId: 1n,
    })),
  }),
  ...violating(['get/unknown-id', 'responses/documented-status']).by({
    'unknown-animal-204': unknownGiving(204, async () => undefined),
    'unknown-animal-400': unknownRefused(400),
    'unknown-animal-410': unknownRefused(410),
  }),
  ...violating(['get/unknown-id', 'responses/documented-status', 'errors/no-server-error']).by({
    'unknown-animal-crashes': unknownRefused(500),
  }),
  ...violating(['get/malformed-id']).by({
    'id-read-up-to-letters': around(
      'readPetId',
      (inner) => (text) => inner(/^-?\d+/.exec(text)?.[0] ?? text),
    ),
  }),
  ...violating(['get/malformed-id', 'errors/no-server-error'], {
    mayViolate: ['responses/documented-status'],
  }).by({
    'malformed-id-crashes': refusingIds((_text, id) => id === null, crash),
  }),
];
