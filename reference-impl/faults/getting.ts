import { crash, shownPets, store, without } from './decorations.ts';
import { around, type Fault, fault, upon } from './fault.ts';
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
  fault(
    'get-404-at-first',
    'GET /pets/{petId} returns 404 in the first five seconds after creation.',
    ['get/returns-created'],
    readableFrom(5_000),
    { mayViolate: ['list/agrees-with-get', 'get/stable'] },
  ),
  fault(
    'get-404-without-status',
    'GET /pets/{petId} returns 404 for an animal without a status.',
    ['get/returns-created'],
    reading((pet) => (pet.status === undefined ? undefined : pet)),
    { mayViolate: ['list/agrees-with-get', 'get/stable'] },
  ),
  fault(
    'get-id-read-as-double',
    'Ids are beyond 2^53, and the requested id is parsed as a double.',
    ['get/returns-created', 'get/id-matches'],
    upon(
      hugeIds,
      store((inner) => ({ get: (id) => inner.get(BigInt(Number(id))) })),
    ),
    { mayViolate: ['get/stable', 'list/agrees-with-get'] },
  ),
  fault(
    'get-name-cut',
    'GET /pets/{petId} truncates names to three characters.',
    ['get/returns-created', 'list/agrees-with-get'],
    shownPets(inGet, (shown, pet) => ({ ...shown, name: [...pet.name].slice(0, 3).join('') })),
    { mayViolate: ['create/text-exact'] },
  ),
  fault(
    'get-without-status',
    'GET /pets/{petId} omits the status.',
    ['get/returns-created', 'list/agrees-with-get'],
    shownPets(inGet, (shown) => without(shown, 'status')),
  ),
  fault(
    'get-shows-next-id',
    'GET /pets/{petId} returns an id one above the requested one.',
    ['get/id-matches'],
    shownPets(inGet, (shown, pet) => ({ ...shown, id: pet.id + 1n })),
    { mayViolate: readings },
  ),
  fault(
    'get-id-rounded',
    'Ids are beyond 2^53, and GET /pets/{petId} returns them rounded to a double.',
    ['get/id-matches'],
    upon(
      hugeIds,
      shownPets(inGet, (shown, pet) => ({ ...shown, id: BigInt(Number(pet.id)) })),
    ),
    { mayViolate: readings },
  ),
  fault(
    'get-gives-neighbour',
    'GET /pets/{petId} returns the previous animal for every fourth id.',
    ['get/id-matches', 'get/returns-created'],
    store((inner) => ({ get: (id) => inner.get(id > 0n && id % 4n === 0n ? id - 1n : id) })),
    { mayViolate: ['list/agrees-with-get', 'get/stable'] },
  ),
  fault(
    'second-reading-in-capitals',
    'From the second reading on, an animal has its name in upper case.',
    ['get/stable'],
    reading((pet, times) => (times > 1 ? { ...pet, name: pet.name.toUpperCase() } : pet)),
    { mayViolate: ['get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'category-lost-later',
    'After ten more creations, an animal is returned with category 0.',
    ['get/stable'],
    growingOld(10n, (pet) => ({ ...pet, categoryId: 0n })),
    { mayViolate: ['get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'forgotten-later',
    'After 25 more creations, GET /pets/{petId} returns 404 for an animal.',
    ['get/stable'],
    growingOld(25n, () => undefined),
    { mayViolate: ['get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'get-trims-names',
    'GET /pets/{petId} trims names.',
    ['get/returns-created'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.trim() })),
    { mayViolate: ['create/text-exact', 'list/agrees-with-get'] },
  ),
  fault(
    'get-composes-names',
    'GET /pets/{petId} returns names in Normalization Form C.',
    ['get/returns-created'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.normalize('NFC') })),
    { mayViolate: ['create/text-exact', 'list/agrees-with-get'] },
  ),
  fault(
    'get-cuts-names-at-255',
    'GET /pets/{petId} truncates names to 255 characters.',
    ['get/returns-created'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.slice(0, 255) })),
    { mayViolate: ['create/text-exact', 'list/agrees-with-get'] },
  ),
  fault(
    'unknown-animal-null',
    'GET of an unknown animal returns 200 with null.',
    ['get/unknown-id', 'responses/schema'],
    unknownGiving(200, async () => null),
  ),
  fault(
    'unknown-animal-empty',
    'GET of an unknown animal returns 200 with an empty object.',
    ['get/unknown-id', 'responses/schema'],
    unknownGiving(200, async () => ({})),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'unknown-animal-is-first',
    'GET of an unknown animal returns the first animal.',
    ['get/unknown-id', 'get/id-matches'],
    unknownGiving(200, async (pets) => (await pets.list({ limit: 1 }))[0]),
  ),
  fault(
    'unknown-animal-made-up',
    'GET of an unknown animal returns one with that id and default values.',
    ['get/unknown-id'],
    unknownGiving(200, async (_pets, id) => ({ id, name: 'Unknown', categoryId: 1n })),
  ),
  fault(
    'unknown-animal-204',
    'GET of an unknown animal returns 204.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownGiving(204, async () => undefined),
  ),
  fault(
    'unknown-animal-400',
    'GET of an unknown animal returns 400.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownRefused(400),
  ),
  fault(
    'unknown-animal-crashes',
    'GET of an unknown animal returns 500.',
    ['get/unknown-id', 'responses/documented-status', 'errors/no-server-error'],
    unknownRefused(500),
  ),
  fault(
    'unknown-animal-410',
    'GET of an animal that never existed returns 410.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownRefused(410),
  ),
  fault(
    'id-read-up-to-letters',
    'An id like 5abc is read as 5.',
    ['get/malformed-id'],
    around('readPetId', (inner) => (text) => inner(/^-?\d+/.exec(text)?.[0] ?? text)),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'malformed-id-crashes',
    'An id that is not an integer returns 500.',
    ['get/malformed-id', 'errors/no-server-error'],
    refusingIds((_text, id) => id === null, crash),
    { mayViolate: ['responses/documented-status'] },
  ),
];
