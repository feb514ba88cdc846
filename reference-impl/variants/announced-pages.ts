import type { Parts, PetStore } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { upToCharacters } from './lists.ts';
import { manyInFlight, type VariantRows } from './variant.ts';

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

export const announcedPages: VariantRows = {
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
