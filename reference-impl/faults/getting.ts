import { setTimeout } from 'node:timers/promises';
import type { Decoration } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { internalError, invalidParameter } from '../problem.ts';
import { inLatinDigits } from './creation-decorations.ts';
import { showing, store } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import {
  growingOld,
  identified,
  readableFrom,
  reading,
  refusingIds,
  unknownGiving,
  unknownRefused,
} from './store-decorations.ts';

const hugeIds = identified((number) => 2n ** 53n + number);
const within32Bits = (text: string | undefined) => /^\d{1,10}$/.test(text ?? '') && Number(text) < 2 ** 31;

/** Reads malformed ids. `read` returns `undefined` to leave an id to the strict parser. */
function lenient(read: (text: string) => string | undefined): Decoration {
  return around('readPetId', (inner) => (text) => inner(text) ?? inner(read(text) ?? text));
}

/** Caches that an id has no animal. */
function remembering(isRemembered: (id: bigint) => boolean, forMs: number): Decoration {
  return store((inner, { clock }) => {
    const unknown = new Map<bigint, number>();
    return {
      async get(id) {
        const untilMs = unknown.get(id) ?? Number.NEGATIVE_INFINITY;
        if (clock.now() < untilMs) {
          return undefined;
        }
        const pet = await inner.get(id);
        if (pet === undefined && isRemembered(id)) {
          unknown.set(id, clock.now() + forMs);
        }
        return pet;
      },
    };
  });
}

export const getting: readonly Fault[] = [
  ...violating(['get/returns-created']).by({
    'get-404-at-first': readableFrom(5_000),
    'get-404-without-status': reading((pet) => (pet.status === undefined ? undefined : pet)),
    'get-trims-names': showing('getPet', (pet) => ({ name: pet.name.trim() })),
    'get-composes-names': showing('getPet', (pet) => ({ name: pet.name.normalize('NFC') })),
    'get-cuts-names-at-255': showing('getPet', (pet) => ({ name: pet.name.slice(0, 255) })),
    // GET /pets/{petId} finds an animal 30 ms after its creation, as with a lagging replica.
    'get-lags-30-ms': readableFrom(30),
    'get-404-for-emoji-names': reading((pet) => (/[\u{10000}-\u{10ffff}]/u.test(pet.name) ? undefined : pet)),
    'get-404-beyond-fifty': store((inner) => ({ get: async (id) => (id > 50n ? undefined : inner.get(id)) })),
  }),
  ...violating(['get/returns-created', 'get/id-matches']).by({
    // Ids are beyond 2^53, and the requested id is parsed as a double.
    'get-id-read-as-double': upon(
      hugeIds,
      store((inner) => ({ get: (id) => inner.get(BigInt(Number(id))) })),
    ),
  }),
  ...violating(['get/returns-created', 'list/agrees-with-get']).by({
    'get-name-cut': showing('getPet', (pet) => ({ name: [...pet.name].slice(0, 3).join('') })),
    'get-without-status': showing('getPet', () => ({ status: undefined })),
  }),
  ...violating(['get/id-matches']).by({
    // Ids are long, and GET /pets/{petId} falls back to an animal whose id begins with the digits.
    'get-by-first-digits': upon(
      hugeIds,
      store((inner) => ({
        async get(id) {
          const pet = await inner.get(id);
          const all = pet === undefined ? await inner.list({ limit: Number.POSITIVE_INFINITY }) : [];
          return pet ?? all.find((other) => String(other.id).startsWith(String(id)));
        },
      })),
    ),
    'get-shows-next-id': showing('getPet', (pet) => ({ id: pet.id + 1n })),
    // Ids are beyond 2^53, and GET /pets/{petId} returns them rounded to a double.
    'get-id-rounded': upon(
      hugeIds,
      showing('getPet', (pet) => ({ id: BigInt(Number(pet.id)) })),
    ),
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
    'category-lost-later': growingOld(10n, (pet) => ({ ...pet, categoryId: 0n })),
    'forgotten-later': growingOld(25n, () => undefined),
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
    'name-lost-later': growingOld(40n, (pet: Pet) => ({ ...pet, name: pet.name.slice(0, -1) })),
  }),
  ...violating(['get/unknown-id', 'responses/schema']).by({
    'unknown-animal-null': unknownGiving(200, async () => null),
    // An unknown id within 32 bits returns 200 with null; a larger one can't be parsed and returns 404.
    'unknown-small-id-null': around('getPet', (inner) => async (request, route, parts) => {
      const id = parts.readPetId(route.petId);
      const missing = id !== null && (await parts.petStore.get(id)) === undefined;
      return missing && within32Bits(route.petId)
        ? { status: 200, headers: {}, body: null }
        : inner(request, route, parts);
    }),
    'unknown-animal-empty': unknownGiving(200, async () => ({})),
    'unknown-animal-error-with-200': unknownGiving(200, async () => ({
      code: 'pet_not_found',
      message: 'There is no such animal.',
      status: 404,
    })),
  }),
  ...violating(['get/unknown-id', 'get/id-matches']).by({
    'unknown-animal-is-first': unknownGiving(200, async (pets) => (await pets.list({ limit: 1 }))[0]),
  }),
  ...violating(['get/unknown-id', 'get/id-matches']).each(store, {
    'id-zero-is-first': (inner) => ({ get: (id) => inner.get(id === 0n ? 1n : id) }),
    'id-of-32-bits': (inner) => ({ get: (id) => inner.get(BigInt.asIntN(32, id)) }),
    // GET /pets/{petId} returns an animal whose id is a prefix of the requested one.
    'id-matches-beginning': (inner) => ({
      get: async (id) => (await inner.get(id)) ?? inner.get(BigInt(String(id).slice(0, 1).replace('-', '0'))),
    }),
  }),
  ...violating(['get/unknown-id']).by({
    'unknown-animal-made-up': unknownGiving(200, async (_pets, id) => ({
      id,
      name: 'Unknown',
      categoryId: 1n,
    })),
    'sign-of-id-lost': store((inner) => ({ get: async (id) => inner.get(id < 0n ? -id : id) })),
  }),
  ...violating(['get/unknown-id', 'responses/documented-status']).by({
    'unknown-animal-204': unknownGiving(204, async () => undefined),
    'id-zero-400': refusingIds(
      (text) => text === '0',
      () => invalidParameter('petId is required.'),
    ),
    'negative-id-400': refusingIds(
      (text) => text.startsWith('-'),
      () => invalidParameter('petId must be positive.'),
    ),
  }),
  ...violating(['get/unknown-id', 'responses/documented-status']).each(unknownRefused, {
    'unknown-animal-400': 400,
    'unknown-animal-410': 410,
    'unknown-animal-403': 403,
  }),
  ...violating(['get/unknown-id', 'responses/documented-status', 'errors/no-server-error']).by({
    'unknown-animal-crashes': unknownRefused(500),
    // An id beyond 32 bits returns 500, as with 32-bit columns.
    'large-id-crashes': refusingIds(
      (_text, id) => id !== null && BigInt.asIntN(32, id) !== id,
      internalError,
    ),
  }),
  ...violating(['get/malformed-id']).by({
    'id-read-up-to-letters': around(
      'readPetId',
      (inner) => (text) => inner(/^-?\d+/.exec(text)?.[0] ?? text),
    ),
    'id-read-as-number': around('readPetId', (inner) => (text) => {
      const value = Number(text);
      return inner(
        /^\d/.test(text) && Number.isSafeInteger(value) && !/^\d+$/.test(text) ? String(value) : text,
      );
    }),
    'id-fraction-cut': around('readPetId', (inner) => (text) => inner(text.replace(/^(\d+)\.\d+$/, '$1'))),
    'id-wraps': around(
      'readPetId',
      (inner) => (text) => inner(/^\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text),
    ),
  }),
  ...violating(['get/malformed-id', 'errors/no-server-error']).by({
    'malformed-id-crashes': refusingIds((_text, id) => id === null),
  }),
  ...violating(['errors/no-server-error', 'responses/documented-status'], 'ample-allowance').by({
    // A get of the largest or the smallest int64 returns 500.
    'ends-of-int64-crash': store((inner) => ({
      async get(id) {
        if (BigInt.asIntN(64, id + 1n) < id + 1n || BigInt.asIntN(64, id - 1n) > id - 1n) {
          throw internalError();
        }
        return inner.get(id);
      },
    })),
  }),
  ...violating(['get/id-matches', 'responses/schema']).by({
    'get-without-id': showing('getPet', () => ({ id: undefined })),
  }),
  ...violating(['get/malformed-id'], 'ample-allowance').each(lenient, {
    // An id is converted by int() of Python, which accepts underscores and surrounding spaces.
    'id-read-by-python': (text) => text.trim().replace(/(\d)_(?=\d)/g, '$1'),
    'id-in-any-digits': inLatinDigits,
    'id-of-other-base': (text) =>
      /^0[xob]/i.test(text) && !Number.isNaN(Number(text)) ? String(Number(text)) : undefined,
    'id-with-suffix': (text) => /^(-?\d+)[nlLu]+$/.exec(text)?.[1],
    'id-with-extension': (text) => /^(-?\d+)\.[a-z]+$/.exec(text)?.[1],
    'id-of-list': (text) => /^(-?\d+),/.exec(text)?.[1],
    'id-in-quotes': (text) => /^["'](-?\d+)["']$/.exec(text)?.[1],
    'id-in-brackets': (text) => /^\[(-?\d+)\]$/.exec(text)?.[1],
    'id-trimmed': (text) => text.trim(),
    'id-with-point': (text) => /^(-?\d+)\.0*$/.exec(text)?.[1],
    'id-of-128-bits-wraps': (text) =>
      /^\d{31,100}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : undefined,
  }),
  ...violating(['get/malformed-id', 'errors/no-server-error'], 'ample-allowance').each(refusingIds, {
    // An id that is the name of an inherited object member returns 500.
    'word-as-id-crashes': (text) => text in {},
    'long-id-crashes': (text) => /^\d{100,}$/.test(text),
    'null-as-id-crashes': (text) => ['undefined', 'NULL'].includes(text),
  }),
  ...violating(['get/returns-created'], 'ample-allowance').by({
    'unknown-id-remembered-10-s': remembering(() => true, 10_000),
    // A 404 for an id below 2^31 is cached forever.
    'unknown-id-remembered': remembering((id) => id > 0n && id < 2n ** 31n, Number.POSITIVE_INFINITY),
  }),
];
