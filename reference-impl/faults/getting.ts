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
    'An animal can not be read in the first five seconds after its creation.',
    ['get/returns-created'],
    readableFrom(5_000),
    { mayViolate: ['list/agrees-with-get', 'get/stable'] },
  ),
  fault(
    'get-404-without-status',
    'An animal that was created without a status can not be read.',
    ['get/returns-created'],
    reading((pet) => (pet.status === undefined ? undefined : pet)),
    { mayViolate: ['list/agrees-with-get', 'get/stable'] },
  ),
  fault(
    'get-id-read-as-double',
    'Identifiers are beyond 2^53, and the one that is asked for is read as a double.',
    ['get/returns-created', 'get/id-matches'],
    upon(
      hugeIds,
      store((inner) => ({ get: (id) => inner.get(BigInt(Number(id))) })),
    ),
    { mayViolate: ['get/stable', 'list/agrees-with-get'] },
  ),
  fault(
    'get-name-cut',
    'Names are cut after three characters when one animal is read.',
    ['get/returns-created', 'list/agrees-with-get'],
    shownPets(inGet, (shown, pet) => ({ ...shown, name: [...pet.name].slice(0, 3).join('') })),
    { mayViolate: ['create/text-exact'] },
  ),
  fault(
    'get-without-status',
    'The status is left out when one animal is read.',
    ['get/returns-created', 'list/agrees-with-get'],
    shownPets(inGet, (shown) => without(shown, 'status')),
  ),
  fault(
    'get-shows-next-id',
    'The id in the answer is one more than the one asked for.',
    ['get/id-matches'],
    shownPets(inGet, (shown, pet) => ({ ...shown, id: pet.id + 1n })),
    { mayViolate: readings },
  ),
  fault(
    'get-id-rounded',
    'Identifiers are beyond 2^53, and the answer shows them rounded to a double.',
    ['get/id-matches'],
    upon(
      hugeIds,
      shownPets(inGet, (shown, pet) => ({ ...shown, id: BigInt(Number(pet.id)) })),
    ),
    { mayViolate: readings },
  ),
  fault(
    'get-gives-neighbour',
    'Every fourth identifier gives the animal before it.',
    ['get/id-matches', 'get/returns-created'],
    store((inner) => ({ get: (id) => inner.get(id > 0n && id % 4n === 0n ? id - 1n : id) })),
    { mayViolate: ['list/agrees-with-get', 'get/stable'] },
  ),
  fault(
    'second-reading-in-capitals',
    'From the second reading on an animal has its name in capital letters.',
    ['get/stable'],
    reading((pet, times) => (times > 1 ? { ...pet, name: pet.name.toUpperCase() } : pet)),
    { mayViolate: ['get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'category-lost-later',
    'Once ten more animals were created, an animal reads as of category 0.',
    ['get/stable'],
    growingOld(10n, (pet) => ({ ...pet, categoryId: 0n })),
    { mayViolate: ['get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'forgotten-later',
    'Once 25 more animals were created, an animal can not be read any more.',
    ['get/stable'],
    growingOld(25n, () => undefined),
    { mayViolate: ['get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'get-trims-names',
    'The answer to a reading shows the name without the blanks around it.',
    ['get/returns-created'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.trim() })),
    { mayViolate: ['create/text-exact', 'list/agrees-with-get'] },
  ),
  fault(
    'get-composes-names',
    'The answer to a reading shows the name in Normalization Form C.',
    ['get/returns-created'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.normalize('NFC') })),
    { mayViolate: ['create/text-exact', 'list/agrees-with-get'] },
  ),
  fault(
    'get-cuts-names-at-255',
    'The answer to a reading shows the first 255 characters of a name.',
    ['get/returns-created'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.slice(0, 255) })),
    { mayViolate: ['create/text-exact', 'list/agrees-with-get'] },
  ),
  fault(
    'unknown-animal-null',
    'An animal that does not exist is answered 200 with null.',
    ['get/unknown-id', 'responses/schema'],
    unknownGiving(200, async () => null),
  ),
  fault(
    'unknown-animal-empty',
    'An animal that does not exist is answered 200 with an empty object.',
    ['get/unknown-id', 'responses/schema'],
    unknownGiving(200, async () => ({})),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'unknown-animal-is-first',
    'For an animal that does not exist the first one comes.',
    ['get/unknown-id', 'get/id-matches'],
    unknownGiving(200, async (pets) => (await pets.list({ limit: 1 }))[0]),
  ),
  fault(
    'unknown-animal-made-up',
    'For an animal that does not exist one of that id comes, made of default values.',
    ['get/unknown-id'],
    unknownGiving(200, async (_pets, id) => ({ id, name: 'Unknown', categoryId: 1n })),
  ),
  fault(
    'unknown-animal-204',
    'An animal that does not exist is answered 204.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownGiving(204, async () => undefined),
  ),
  fault(
    'unknown-animal-400',
    'An animal that does not exist is answered 400.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownRefused(400),
  ),
  fault(
    'unknown-animal-crashes',
    'An animal that does not exist is answered 500.',
    ['get/unknown-id', 'responses/documented-status', 'errors/no-server-error'],
    unknownRefused(500),
  ),
  fault(
    'unknown-animal-410',
    'An animal that never existed is answered 410.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownRefused(410),
  ),
  fault(
    'id-read-up-to-letters',
    'Of an id like 5abc the digits are taken.',
    ['get/malformed-id'],
    around('readPetId', (inner) => (text) => inner(/^-?\d+/.exec(text)?.[0] ?? text)),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'malformed-id-crashes',
    'An id that is no integer is answered 500.',
    ['get/malformed-id', 'errors/no-server-error'],
    refusingIds((_text, id) => id === null, crash),
    { mayViolate: ['responses/documented-status'] },
  ),
];
