import { setTimeout } from 'node:timers/promises';
import type { Pet } from '../pet.ts';
import { invalidParameter } from '../problem.ts';
import { crash, shownPets, store, without } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
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
  ...violating(['get/returns-created'], { mayViolate: ['get/stable', 'list/agrees-with-get'] }).by({
    'get-lags-30-ms': [
      'GET /pets/{petId} finds an animal 30 ms after its creation, as with a lagging replica.',
      readableFrom(30),
    ],
  }),
  ...violating(['get/returns-created'], { mayViolate: readings }).by({
    'get-404-for-emoji-names': [
      'GET /pets/{petId} returns 404 if the name has a character beyond the Basic Multilingual Plane.',
      reading((pet) => (/[\u{10000}-\u{10ffff}]/u.test(pet.name) ? undefined : pet)),
    ],
    'get-404-beyond-fifty': [
      'GET /pets/{petId} returns 404 for animals beyond the fiftieth.',
      store((inner) => ({ get: async (id) => (id > 50n ? undefined : inner.get(id)) })),
    ],
  }),
  ...violating(['errors/no-server-error', 'responses/documented-status'], {
    mayViolate: ['get/unknown-id'],
    needs: 'ample-allowance',
  }).by({
    'ends-of-int64-crash': [
      'A get of the largest or the smallest int64 returns 500.',
      store((inner) => ({
        async get(id) {
          if (BigInt.asIntN(64, id + 1n) < id + 1n || BigInt.asIntN(64, id - 1n) > id - 1n) {
            throw crash();
          }
          return inner.get(id);
        },
      })),
    ],
  }),
  ...violating(['get/unknown-id'], { mayViolate: ['get/id-matches'] }).by({
    'sign-of-id-lost': [
      'A negative id is read as the positive one.',
      store((inner) => ({ get: async (id) => inner.get(id < 0n ? -id : id) })),
    ],
  }),
  ...violating(['get/id-matches'], { mayViolate: readings }).by({
    'concurrent-readings-mixed-up': [
      'Concurrent gets all return the animal that was requested last.',
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
    ],
  }),
  ...violating(['get/id-matches', 'responses/schema'], { mayViolate: readings }).by({
    'get-without-id': ['GET /pets/{petId} omits the id.', shownPets(inGet, (shown) => without(shown, 'id'))],
  }),
  ...violating(['get/stable'], { mayViolate: ['list/agrees-with-get', 'get/returns-created'] }).by({
    'third-reading-404': [
      'The third GET of an animal returns 404.',
      reading((pet, times) => (times > 2 ? undefined : pet)),
    ],
  }),
  ...violating(['get/stable'], {
    mayViolate: [
      'get/returns-created',
      'list/agrees-with-get',
      'create/int64-exact',
      'create/ignores-client-id',
    ],
  }).by({
    'every-seventh-reading-of-category-0': [
      'Every seventh GET /pets/{petId} returns category 0, as with one faulty replica.',
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
    ],
  }),
  ...violating(['get/stable'], {
    mayViolate: ['create/text-exact', 'get/returns-created', 'list/agrees-with-get'],
  }).by({
    'name-lost-later': [
      'After forty more creations, an animal is returned without the end of its name.',
      growingOld(40n, (pet: Pet) => ({ ...pet, name: pet.name.slice(0, -1) })),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/schema']).by({
    'unknown-small-id-null': [
      "An unknown id within 32 bits returns 200 with null; a larger one can't be parsed and returns 404.",
      around('getPet', (inner) => async (request, route, parts) => {
        const id = parts.readPetId(route.petId);
        const missing = id !== null && (await parts.petStore.get(id)) === undefined;
        return missing && within32Bits(route.petId)
          ? { status: 200, headers: {}, body: null }
          : inner(request, route, parts);
      }),
    ],
  }),
  ...violating(['get/unknown-id', 'get/id-matches']).by({
    'id-zero-is-first': [
      'The id 0 is read as none and returns the first animal.',
      store((inner) => ({ get: (id) => inner.get(id === 0n ? 1n : id) })),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/documented-status']).by({
    'id-zero-400': [
      'The id 0 is read as missing and returns 400.',
      refusingIds(
        (text) => text === '0',
        () => invalidParameter('petId is required.'),
      ),
    ],
    'negative-id-400': [
      'A negative id returns 400.',
      refusingIds(
        (text) => text.startsWith('-'),
        () => invalidParameter('petId must be positive.'),
      ),
    ],
    'unknown-animal-403': [
      'GET of an unknown animal returns 403, as if it belonged to someone else.',
      unknownRefused(403),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/documented-status', 'errors/no-server-error']).by({
    'large-id-crashes': [
      'An id beyond 32 bits returns 500, as with 32-bit columns.',
      refusingIds((_text, id) => id !== null && BigInt.asIntN(32, id) !== id, crash),
    ],
  }),
  ...violating(['get/unknown-id', 'get/id-matches'], { mayViolate: ['get/malformed-id'] }).by({
    'id-of-32-bits': [
      'The requested id is truncated to its lowest 32 bits.',
      store((inner) => ({ get: (id) => inner.get(BigInt.asIntN(32, id)) })),
    ],
    'id-matches-beginning': [
      'GET /pets/{petId} returns an animal whose id is a prefix of the requested one.',
      store((inner) => ({
        get: async (id) =>
          (await inner.get(id)) ?? inner.get(BigInt(String(id).slice(0, 1).replace('-', '0'))),
      })),
    ],
  }),
  ...violating(['get/unknown-id', 'responses/schema'], { mayViolate: ['get/id-matches'] }).by({
    'unknown-animal-error-with-200': [
      'GET of an unknown animal returns an Error with status 200.',
      unknownGiving(200, async () => ({
        code: 'pet_not_found',
        message: 'There is no such animal.',
        status: 404,
      })),
    ],
  }),
  ...violating(['get/malformed-id'], { mayViolate: ['get/id-matches'] }).by({
    'id-read-as-number': [
      'An id is parsed as any number: 5e0 and 0x5 are 5.',
      around('readPetId', (inner) => (text) => {
        const value = Number(text);
        return inner(
          /^\d/.test(text) && Number.isSafeInteger(value) && !/^\d+$/.test(text) ? String(value) : text,
        );
      }),
    ],
    'id-fraction-cut': [
      'An id like 5.7 is truncated to 5.',
      around('readPetId', (inner) => (text) => inner(text.replace(/^(\d+)\.\d+$/, '$1'))),
    ],
    'id-wraps': [
      'An id beyond 64 bits wraps to 64 bits.',
      around(
        'readPetId',
        (inner) => (text) => inner(/^\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text),
      ),
    ],
  }),
];
