import { randomBytes, randomInt } from 'node:crypto';
import { upon } from '../faults/fault.ts';
import { replicas } from '../faults/listing.ts';
import {
  cachingLists,
  choosing,
  everything,
  fromReplica,
  lagging,
  matching,
  rearranging,
} from '../faults/store-decorations.ts';
import { createMemoryPetStore } from '../memory-pet-store.ts';
import type { Decoration, Parts, PetStore } from '../parts.ts';
import { type ListQuery, type NewPet, type Pet, petStatuses } from '../pet.ts';
import { manyInFlight, type VariantRows } from './variant.ts';

function shuffled(pets: readonly Pet[]): readonly Pet[] {
  return pets
    .map((pet) => ({ pet, place: randomInt(2 ** 40) }))
    .sort((left, right) => left.place - right.place)
    .map(({ pet }) => pet);
}

function randomIds(): () => bigint {
  const taken = new Set<bigint>();
  return () => {
    let id = randomBytes(8).readBigInt64BE();
    while (taken.has(id)) {
      id = randomBytes(8).readBigInt64BE();
    }
    taken.add(id);
    return id;
  };
}

function countingFrom(first: bigint, step: bigint): () => bigint {
  let next = first;
  return () => {
    const id = next;
    next += step;
    return id;
  };
}

/** The first animals that fit into so many characters, and at least so many even if they do not. */
function upToCharacters(most: number, atLeast: number): (pets: readonly Pet[]) => readonly Pet[] {
  return (pets) => {
    let length = 0;
    const end = pets.findIndex(({ name }, index) => {
      length += name.length + 60;
      return index >= atLeast && length > most;
    });
    return end === -1 ? pets : pets.slice(0, end);
  };
}

/** Reads `limit` and `status` where it can, and lets `recover` decide what an unreadable limit means. */
function readingLoosely(recover: (limit: number) => number): Parts['readListQuery'] {
  return (query): ListQuery => {
    const limit = Math.trunc(Number(query.get('limit') ?? 20));
    const status = petStatuses.find((known) => known === query.get('status'));
    return { limit: limit >= 1 && limit <= 100 ? limit : recover(limit), ...(status && { status }) };
  };
}

const newestFirst = (pets: readonly Pet[]) => pets.toReversed();

/** Lists all animals in another order. */
function ordered(arrange: (pets: readonly Pet[]) => readonly Pet[]): Decoration {
  return choosing((pets, query) => matching(arrange(pets), query));
}

/** Holds thousands of animals, and others add one every 50 ms. */
function busy({ clock }: Parts): PetStore {
  const animal = (number: number): NewPet => {
    const status = petStatuses[number % petStatuses.length];
    return { name: `Stray ${number}`, categoryId: BigInt(number % 9), ...(status && { status }) };
  };
  let number = 2_000;
  const store = createMemoryPetStore(Array.from({ length: number }, (_, index) => animal(index)));
  const startedAt = clock.now();
  const others = async () => {
    const due = 2_000 + Math.floor((clock.now() - startedAt) / 50);
    while (number < due) {
      number += 1;
      await store.add(animal(number));
    }
  };
  return {
    add: async (pet) => others().then(() => store.add(pet)),
    get: async (id) => others().then(() => store.get(id)),
    list: async (query) =>
      others().then(() => everything(store).then((pets) => matching(newestFirst(pets), query))),
  };
}

const longNames: Decoration = (parts) => {
  const animals = Array.from({ length: 8 }, (_, index) => ({ name: `${index}`.repeat(860), categoryId: 1n }));
  return {
    ...parts,
    petStore: createMemoryPetStore(animals.map((pet) => ({ ...pet, status: 'available' }))),
  };
};

/** Lists of at most so many animals, for all queries or for some. */
function cutting(most: number, applies: (query: ListQuery) => boolean = () => true): Decoration {
  return rearranging((pets, query) => (applies(query) ? pets.slice(0, most) : pets));
}

interface Page {
  readonly pets: readonly Pet[];
  /** How many animals all pages have together. */
  readonly total: number;
}

const all = Number.POSITIVE_INFINITY;

/** Pages that end at a number of characters. */
async function byCharacters(store: PetStore, query: ListQuery): Promise<Page> {
  const pets = await store.list({ ...query, limit: all });
  return { pets: upToCharacters(898, 1)(pets.slice(0, query.limit)), total: pets.length };
}

/** Pages of all animals, out of which those of the status are taken afterwards. */
async function filteredAfterwards(store: PetStore, { limit, status }: ListQuery): Promise<Page> {
  const pets = (await store.list({ limit: all })).toReversed();
  const page = pets.slice(0, limit);
  return { pets: page.filter((pet) => status === undefined || pet.status === status), total: pets.length };
}

/** Short pages while many lists are in flight. */
function shortUnderLoad() {
  const hasMany = manyInFlight();
  return async (store: PetStore, { limit, ...query }: ListQuery): Promise<Page> => {
    const pets = await store.list({ ...query, limit: all });
    return { pets: pets.slice(0, (await hasMany()) ? Math.min(limit, 5) : limit), total: pets.length };
  };
}

/** Lists cut by `cut`, whose header fields announce the rest. */
function announcing(
  cut: (store: PetStore, query: ListQuery) => Promise<Page>,
  announce: (page: Page) => Readonly<Record<string, string>>,
): (parts: Parts) => Partial<Parts> {
  return () => ({
    listPets: async (request, _route, { petStore, readListQuery, showPet }) => {
      const page = await cut(petStore, readListQuery(request.query));
      return {
        status: 200,
        headers: page.pets.length < page.total ? announce(page) : {},
        body: page.pets.map((pet) => showPet(pet, 'listPets')),
      };
    },
  });
}

const link = () => ({ Link: '</v1/pets?page=2>; rel="next", </v1/pets>; rel="first"' });

export const lists: VariantRows = {
  'random-ids': () => ({ petStore: createMemoryPetStore(undefined, randomIds()) }),
  'ids-count-down': () => ({
    petStore: createMemoryPetStore(undefined, countingFrom(-(2n ** 63n) + 1_000_000n, -7n)),
  }),
  'ids-beyond-2-53': () => ({ petStore: createMemoryPetStore(undefined, countingFrom(2n ** 53n + 1n, 1n)) }),
  'newest-first': ordered(newestFirst),
  'shuffled-lists': ordered(shuffled),
  'list-lags-a-second': lagging(1_000),
  'lists-cached-a-second': cachingLists(1_000, ({ limit, status }) => `${limit} ${status}`),
  // Every second list comes from a replica that is a second behind.
  'every-second-list-a-second-behind': replicas(1_000, 2),
  // While more than eight lists are in flight, a list may come from a replica that is a second behind.
  'replica-a-second-behind-under-load': fromReplica(1_000, manyInFlight),
  'pages-of-20': cutting(20),
  'pages-of-7': cutting(7),
  'pages-of-1': cutting(1),
  'pages-of-7-newest-first': upon(ordered(newestFirst), cutting(7)),
  'pages-of-8-kilobytes': upon(ordered(newestFirst), rearranging(upToCharacters(8_000, 20))),
  'pages-of-3-kilobytes': rearranging(upToCharacters(3_000, 20)),
  'pages-of-3-kilobytes-of-long-names': upon(longNames, rearranging(upToCharacters(3_000, 1))),
  // A list ends before the animal with which it would exceed 64,000 characters, but not before one animal.
  'pages-of-64-kilobytes': upon(ordered(newestFirst), rearranging(upToCharacters(64_000, 1))),
  'pages-of-20-with-status': cutting(20, ({ status }) => status !== undefined),
  'pages-of-30-with-status': cutting(30, ({ status }) => status !== undefined),
  'limit-clamped': () => ({
    readListQuery: readingLoosely((limit) => (limit > 100 ? 100 : limit < 1 ? 1 : 20)),
  }),
  'limit-ignored-out-of-range': () => ({ readListQuery: readingLoosely(() => 20) }),
  // The store has 2,000 animals, newest first, and other clients add 20 per second.
  'busy-store': (parts) => ({ petStore: busy(parts) }),
  'pages-of-900-bytes-with-link': announcing(byCharacters, link),
  'pages-of-900-bytes-with-count': announcing(byCharacters, ({ total }) => ({
    'X-Total-Count': String(total),
  })),
  'pages-of-900-bytes-with-range': announcing(byCharacters, ({ pets, total }) => ({
    'Content-Range': `pets 0-${pets.length - 1}/${total}`,
  })),
  'filtered-after-the-page-with-link': announcing(filteredAfterwards, link),
  'filtered-after-the-page-with-cursor': announcing(filteredAfterwards, () => ({
    'X-Next-Cursor': 'eyJpZCI6NX0',
  })),
  'filtered-after-the-page-with-pagination': announcing(filteredAfterwards, ({ total }) => ({
    'X-Pagination': JSON.stringify({ totalCount: total, pageSize: 20, hasNext: true }),
  })),
  'pages-of-5-under-load-with-link': (parts) => announcing(shortUnderLoad(), link)(parts),
};
