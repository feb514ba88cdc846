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
  refusingIds,
  unknownGiving,
  unknownRefused,
} from './getting-decorations.ts';

const within32Bits = (text: string | undefined) => /^\d{1,10}$/.test(text ?? '') && Number(text) < 2 ** 31;

export const gettingRare: readonly Fault[] = [
  ...violating(['get/returns-created']).by({
    // GET /pets/{petId} finds an animal 30 ms after its creation, as with a lagging replica.
    'get-lags-30-ms': readableFrom(30),

    // GET /pets/{petId} returns 404 if the name has a character beyond the Basic Multilingual Plane.
    'get-404-for-emoji-names': reading((pet) => (/[\u{10000}-\u{10ffff}]/u.test(pet.name) ? undefined : pet)),
    'get-404-beyond-fifty': store((inner) => ({ get: async (id) => (id > 50n ? undefined : inner.get(id)) })),
  }),
  ...violating(['errors/no-server-error', 'responses/documented-status'], {
    mayViolate: ['get/unknown-id'],
    needs: 'ample-allowance',
  }).by({
    // A get of the largest or the smallest int64 returns 500.
    'ends-of-int64-crash': store((inner) => ({
      async get(id) {
        if (BigInt.asIntN(64, id + 1n) < id + 1n || BigInt.asIntN(64, id - 1n) > id - 1n) {
          throw crash();
        }
        return inner.get(id);
      },
    })),
  }),
  ...violating(['get/unknown-id'], { mayViolate: ['get/id-matches'] }).by({
    'sign-of-id-lost': store((inner) => ({ get: async (id) => inner.get(id < 0n ? -id : id) })),
  }),
  ...violating(['get/id-matches']).by({
    // Concurrent gets all return the animal that was requested last.
    'concurrent-readings-mixed-up': store((inner) => {
      let newest = 0n;
      return {
        async get(id) {
          newest = id;
          await setTimeout(3);
          return inner.get(newest);
        },
      };
    }),
  }),
  ...violating(['get/id-matches', 'responses/schema']).by({
    'get-without-id': shownPets(inGet, (shown) => without(shown, 'id')),
  }),
  ...violating(['get/stable']).by({
    'third-reading-404': reading((pet, times) => (times > 2 ? undefined : pet)),

    'every-seventh-reading-of-category-0': store((inner) => {
      let count = 0;
      return {
        async get(id) {
          count += 1;
          const pet = await inner.get(id);
          return pet && count % 7 === 0 ? { ...pet, categoryId: 0n } : pet;
        },
      };
    }),
    // After forty more creations, an animal is returned without the end of its name.
    'name-lost-later': growingOld(40n, (pet: Pet) => ({ ...pet, name: pet.name.slice(0, -1) })),
  }),
  ...violating(['get/unknown-id', 'responses/schema']).by({
    // An unknown id within 32 bits returns 200 with null; a larger one can't be parsed and returns 404.
    'unknown-small-id-null': around('getPet', (inner) => async (request, route, parts) => {
      const id = parts.readPetId(route.petId);
      const missing = id !== null && (await parts.petStore.get(id)) === undefined;
      return missing && within32Bits(route.petId)
        ? { status: 200, headers: {}, body: null }
        : inner(request, route, parts);
    }),
  }),
  ...violating(['get/unknown-id', 'get/id-matches']).by({
    'id-zero-is-first': store((inner) => ({ get: (id) => inner.get(id === 0n ? 1n : id) })),
  }),
  ...violating(['get/unknown-id', 'responses/documented-status']).by({
    'id-zero-400': refusingIds(
      (text) => text === '0',
      () => invalidParameter('petId is required.'),
    ),
    'negative-id-400': refusingIds(
      (text) => text.startsWith('-'),
      () => invalidParameter('petId must be positive.'),
    ),
    'unknown-animal-403': unknownRefused(403),
  }),
  ...violating(['get/unknown-id', 'responses/documented-status', 'errors/no-server-error']).by({
    // An id beyond 32 bits returns 500, as with 32-bit columns.
    'large-id-crashes': refusingIds((_text, id) => id !== null && BigInt.asIntN(32, id) !== id, crash),
  }),
  ...violating(['get/unknown-id', 'get/id-matches'], { mayViolate: ['get/malformed-id'] }).by({
    'id-of-32-bits': store((inner) => ({ get: (id) => inner.get(BigInt.asIntN(32, id)) })),
    // GET /pets/{petId} returns an animal whose id is a prefix of the requested one.
    'id-matches-beginning': store((inner) => ({
      get: async (id) => (await inner.get(id)) ?? inner.get(BigInt(String(id).slice(0, 1).replace('-', '0'))),
    })),
  }),
  ...violating(['get/unknown-id', 'responses/schema'], { mayViolate: ['get/id-matches'] }).by({
    'unknown-animal-error-with-200': unknownGiving(200, async () => ({
      code: 'pet_not_found',
      message: 'There is no such animal.',
      status: 404,
    })),
  }),
  ...violating(['get/malformed-id']).by({
    'id-read-as-number': around('readPetId', (inner) => (text) => {
      const value = Number(text);
      return inner(
        /^\d/.test(text) && Number.isSafeInteger(value) && !/^\d+$/.test(text) ? String(value) : text,
      );
    }),
    // An id like 5.7 is truncated to 5.
    'id-fraction-cut': around('readPetId', (inner) => (text) => inner(text.replace(/^(\d+)\.\d+$/, '$1'))),
    'id-wraps': around(
      'readPetId',
      (inner) => (text) => inner(/^\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text),
    ),
  }),
];
