import { crash, shownPets, store, without } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import {
  growingOld,
  inGet,
  readableFrom,
  reading,
  readings,
  refusingIds,
  unknownGiving,
  unknownRefused,
} from './getting-decorations.ts';
import { identified } from './own-stores.ts';

const hugeIds = identified((number) => 2n ** 53n + number);

export const getting: readonly Fault[] = [
  ...violating(['get/returns-created'], { mayViolate: ['list/agrees-with-get', 'get/stable'] }).by({
    'get-404-at-first': [
      'GET /pets/{petId} returns 404 in the first five seconds after creation.',
      readableFrom(5_000),
    ],
    'get-404-without-status': [
      'GET /pets/{petId} returns 404 for an animal without a status.',
      reading((pet) => (pet.status === undefined ? undefined : pet)),
    ],
  }),
  ...violating(['get/returns-created', 'get/id-matches'], {
    mayViolate: ['get/stable', 'list/agrees-with-get'],
  }).by({
    'get-id-read-as-double': [
      'Ids are beyond 2^53, and the requested id is parsed as a double.',
      upon(
        hugeIds,
        store((inner) => ({ get: (id) => inner.get(BigInt(Number(id))) })),
      ),
    ],
  }),
  ...violating(['get/returns-created', 'list/agrees-with-get'], { mayViolate: ['create/text-exact'] }).by({
    'get-name-cut': [
      'GET /pets/{petId} truncates names to three characters.',
      shownPets(inGet, (shown, pet) => ({ ...shown, name: [...pet.name].slice(0, 3).join('') })),
    ],
  }),
  ...violating(['get/returns-created', 'list/agrees-with-get']).by({
    'get-without-status': [
      'GET /pets/{petId} omits the status.',
      shownPets(inGet, (shown) => without(shown, 'status')),
    ],
  }),
  ...violating(['get/id-matches'], { mayViolate: readings }).by({
    'get-shows-next-id': [
      'GET /pets/{petId} returns an id one above the requested one.',
      shownPets(inGet, (shown, pet) => ({ ...shown, id: pet.id + 1n })),
    ],
    'get-id-rounded': [
      'Ids are beyond 2^53, and GET /pets/{petId} returns them rounded to a double.',
      upon(
        hugeIds,
        shownPets(inGet, (shown, pet) => ({ ...shown, id: BigInt(Number(pet.id)) })),
      ),
    ],
  }),
  ...violating(['get/id-matches', 'get/returns-created'], {
    mayViolate: ['list/agrees-with-get', 'get/stable'],
  }).by({
    'get-gives-neighbour': [
      'GET /pets/{petId} returns the previous animal for every fourth id.',
      store((inner) => ({ get: (id) => inner.get(id > 0n && id % 4n === 0n ? id - 1n : id) })),
    ],
  }),
  ...violating(['get/stable'], { mayViolate: ['get/returns-created', 'list/agrees-with-get'] }).by({
    'second-reading-in-capitals': [
      'From the second reading on, an animal has its name in upper case.',
      reading((pet, times) => (times > 1 ? { ...pet, name: pet.name.toUpperCase() } : pet)),
    ],
    'category-lost-later': [
      'After ten more creations, an animal is returned with category 0.',
      growingOld(10n, (pet) => ({ ...pet, categoryId: 0n })),
    ],
    'forgotten-later': [
      'After 25 more creations, GET /pets/{petId} returns 404 for an animal.',
      growingOld(25n, () => undefined),
    ],
  }),
  ...violating(['get/returns-created'], { mayViolate: ['create/text-exact', 'list/agrees-with-get'] }).by({
    'get-trims-names': [
      'GET /pets/{petId} trims names.',
      shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.trim() })),
    ],
    'get-composes-names': [
      'GET /pets/{petId} returns names in Normalization Form C.',
      shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.normalize('NFC') })),
    ],
    'get-cuts-names-at-255': [
      'GET /pets/{petId} truncates names to 255 characters.',
      shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.slice(0, 255) })),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/schema']).by({
    'unknown-animal-null': [
      'GET of an unknown animal returns 200 with null.',
      unknownGiving(200, async () => null),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/schema'], { mayViolate: ['get/id-matches'] }).by({
    'unknown-animal-empty': [
      'GET of an unknown animal returns 200 with an empty object.',
      unknownGiving(200, async () => ({})),
    ],
  }),
  ...violating(['get/unknown-id', 'get/id-matches']).by({
    'unknown-animal-is-first': [
      'GET of an unknown animal returns the first animal.',
      unknownGiving(200, async (pets) => (await pets.list({ limit: 1 }))[0]),
    ],
  }),
  ...violating(['get/unknown-id']).by({
    'unknown-animal-made-up': [
      'GET of an unknown animal returns one with that id and default values.',
      unknownGiving(200, async (_pets, id) => ({ id, name: 'Unknown', categoryId: 1n })),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/documented-status']).by({
    'unknown-animal-204': [
      'GET of an unknown animal returns 204.',
      unknownGiving(204, async () => undefined),
    ],
    'unknown-animal-400': ['GET of an unknown animal returns 400.', unknownRefused(400)],
    'unknown-animal-410': ['GET of an animal that never existed returns 410.', unknownRefused(410)],
  }),
  ...violating(['get/unknown-id', 'responses/documented-status', 'errors/no-server-error']).by({
    'unknown-animal-crashes': ['GET of an unknown animal returns 500.', unknownRefused(500)],
  }),
  ...violating(['get/malformed-id'], { mayViolate: ['get/id-matches'] }).by({
    'id-read-up-to-letters': [
      'An id like 5abc is read as 5.',
      around('readPetId', (inner) => (text) => inner(/^-?\d+/.exec(text)?.[0] ?? text)),
    ],
  }),
  ...violating(['get/malformed-id', 'errors/no-server-error'], {
    mayViolate: ['responses/documented-status'],
  }).by({
    'malformed-id-crashes': [
      'An id that is not an integer returns 500.',
      refusingIds((_text, id) => id === null, crash),
    ],
  }),
];
