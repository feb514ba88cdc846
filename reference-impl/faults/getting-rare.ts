import { setTimeout } from 'node:timers/promises';
import type { Pet } from '../pet.ts';
import { invalidParameter } from '../problem.ts';
import { crash, shownPets, store, without } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';
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

const within32Bits = (text: string | undefined) => /^\d{1,10}$/.test(text ?? '') && Number(text) < 2 ** 31;

export const gettingRare: readonly Fault[] = [
  fault(
    'get-lags-30-ms',
    'GET /pets/{petId} finds an animal 30 ms after its creation, as with a lagging replica.',
    ['get/returns-created'],
    readableFrom(30),
    { mayViolate: ['get/stable', 'list/agrees-with-get'] },
  ),
  fault(
    'get-404-for-emoji-names',
    'GET /pets/{petId} returns 404 if the name has a character beyond the Basic Multilingual Plane.',
    ['get/returns-created'],
    reading((pet) => (/[\u{10000}-\u{10ffff}]/u.test(pet.name) ? undefined : pet)),
    { mayViolate: readings },
  ),
  fault(
    'get-404-beyond-fifty',
    'GET /pets/{petId} returns 404 for animals beyond the fiftieth.',
    ['get/returns-created'],
    store((inner) => ({ get: async (id) => (id > 50n ? undefined : inner.get(id)) })),
    { mayViolate: readings },
  ),
  fault(
    'ends-of-int64-crash',
    'A get of the largest or the smallest int64 returns 500.',
    ['errors/no-server-error', 'responses/documented-status'],
    store((inner) => ({
      async get(id) {
        if (BigInt.asIntN(64, id + 1n) < id + 1n || BigInt.asIntN(64, id - 1n) > id - 1n) {
          throw crash();
        }
        return inner.get(id);
      },
    })),
    { mayViolate: ['get/unknown-id'], needs: 'ample-allowance' },
  ),
  fault(
    'sign-of-id-lost',
    'A negative id is read as the positive one.',
    ['get/unknown-id'],
    store((inner) => ({ get: async (id) => inner.get(id < 0n ? -id : id) })),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'concurrent-readings-mixed-up',
    'Concurrent gets all return the animal that was requested last.',
    ['get/id-matches'],
    store((inner) => {
      let newest = 0n;
      return {
        async get(id) {
          newest = id;
          await setTimeout(3);
          return inner.get(newest);
        },
      };
    }),
    { mayViolate: readings },
  ),
  fault(
    'get-without-id',
    'GET /pets/{petId} omits the id.',
    ['get/id-matches', 'responses/schema'],
    shownPets(inGet, (shown) => without(shown, 'id')),
    { mayViolate: readings },
  ),
  fault(
    'third-reading-404',
    'The third GET of an animal returns 404.',
    ['get/stable'],
    reading((pet, times) => (times > 2 ? undefined : pet)),
    { mayViolate: ['list/agrees-with-get', 'get/returns-created'] },
  ),
  fault(
    'every-seventh-reading-of-category-0',
    'Every seventh GET /pets/{petId} returns category 0, as with one faulty replica.',
    ['get/stable'],
    store((inner) => {
      let count = 0;
      return {
        async get(id) {
          count += 1;
          const pet = await inner.get(id);
          return pet && count % 7 === 0 ? { ...pet, categoryId: 0n } : pet;
        },
      };
    }),
    {
      mayViolate: [
        'get/returns-created',
        'list/agrees-with-get',
        'create/int64-exact',
        'create/ignores-client-id',
      ],
    },
  ),
  fault(
    'name-lost-later',
    'After forty more creations, an animal is returned without the end of its name.',
    ['get/stable'],
    growingOld(40n, (pet: Pet) => ({ ...pet, name: pet.name.slice(0, -1) })),
    { mayViolate: ['create/text-exact', 'get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'unknown-small-id-null',
    "An unknown id within 32 bits returns 200 with null; a larger one can't be parsed and returns 404.",
    ['get/unknown-id', 'responses/schema'],
    around('getPet', (inner) => async (request, route, parts) => {
      const id = parts.readPetId(route.petId);
      const missing = id !== null && (await parts.petStore.get(id)) === undefined;
      return missing && within32Bits(route.petId)
        ? { status: 200, headers: {}, body: null }
        : inner(request, route, parts);
    }),
  ),
  fault(
    'id-zero-is-first',
    'The id 0 is read as none and returns the first animal.',
    ['get/unknown-id', 'get/id-matches'],
    store((inner) => ({ get: (id) => inner.get(id === 0n ? 1n : id) })),
  ),
  fault(
    'id-zero-400',
    'The id 0 is read as missing and returns 400.',
    ['get/unknown-id', 'responses/documented-status'],
    refusingIds(
      (text) => text === '0',
      () => invalidParameter('petId is required.'),
    ),
  ),
  fault(
    'negative-id-400',
    'A negative id returns 400.',
    ['get/unknown-id', 'responses/documented-status'],
    refusingIds(
      (text) => text.startsWith('-'),
      () => invalidParameter('petId must be positive.'),
    ),
  ),
  fault(
    'large-id-crashes',
    'An id beyond 32 bits returns 500, as with 32-bit columns.',
    ['get/unknown-id', 'responses/documented-status', 'errors/no-server-error'],
    refusingIds((_text, id) => id !== null && BigInt.asIntN(32, id) !== id, crash),
  ),
  fault(
    'id-of-32-bits',
    'The requested id is truncated to its lowest 32 bits.',
    ['get/unknown-id', 'get/id-matches'],
    store((inner) => ({ get: (id) => inner.get(BigInt.asIntN(32, id)) })),
    { mayViolate: ['get/malformed-id'] },
  ),
  fault(
    'id-matches-beginning',
    'GET /pets/{petId} returns an animal whose id is a prefix of the requested one.',
    ['get/unknown-id', 'get/id-matches'],
    store((inner) => ({
      get: async (id) => (await inner.get(id)) ?? inner.get(BigInt(String(id).slice(0, 1).replace('-', '0'))),
    })),
    { mayViolate: ['get/malformed-id'] },
  ),
  fault(
    'unknown-animal-403',
    'GET of an unknown animal returns 403, as if it belonged to someone else.',
    ['get/unknown-id', 'responses/documented-status'],
    unknownRefused(403),
  ),
  fault(
    'unknown-animal-error-with-200',
    'GET of an unknown animal returns an Error with status 200.',
    ['get/unknown-id', 'responses/schema'],
    unknownGiving(200, async () => ({
      code: 'pet_not_found',
      message: 'There is no such animal.',
      status: 404,
    })),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'id-read-as-number',
    'An id is parsed as any number: 5e0 and 0x5 are 5.',
    ['get/malformed-id'],
    around('readPetId', (inner) => (text) => {
      const value = Number(text);
      return inner(
        /^\d/.test(text) && Number.isSafeInteger(value) && !/^\d+$/.test(text) ? String(value) : text,
      );
    }),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'id-fraction-cut',
    'An id like 5.7 is truncated to 5.',
    ['get/malformed-id'],
    around('readPetId', (inner) => (text) => inner(text.replace(/^(\d+)\.\d+$/, '$1'))),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'id-wraps',
    'An id beyond 64 bits wraps to 64 bits.',
    ['get/malformed-id'],
    around(
      'readPetId',
      (inner) => (text) => inner(/^\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text),
    ),
    { mayViolate: ['get/id-matches'] },
  ),
];
