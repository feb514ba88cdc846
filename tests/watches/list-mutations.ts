import type { Exchange } from '../../src/exchange/exchange.ts';
import { tagsIn } from '../../src/history/tag.ts';
import { isJsonObject, type JsonObject, type JsonValue, member } from '../../src/json/exact-json.ts';
import { runTag } from '../history/traffic.ts';
import { isAnswer, lastChanged, type Mutation, parsed, type Scene, withJson } from './mutation.ts';

/** Animals that nobody has seen, to fill a list with. */
function strangers(count: number, status: string | null, name = 'Stranger'): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 2n ** 61n + BigInt(index),
    name,
    categoryId: 1n,
    ...(status === null ? {} : { status }),
  }));
}

interface ShownList {
  readonly items: readonly JsonValue[];
  readonly limit: bigint | 'odd' | null;
  readonly status: string | null;
}

function listOf(scene: Scene): ShownList | null {
  const { limit, status } = scene.description;
  return isAnswer(scene, 200, 'listPets') && Array.isArray(scene.json)
    ? { items: scene.json, limit, status }
    : null;
}

type Change = (list: ShownList) => readonly JsonValue[] | null;

function inList(name: string, violates: readonly string[], change: Change): Mutation {
  return {
    name,
    violates,
    mutate: (scene) => {
      const list = listOf(scene);
      const items = list === null ? null : change(list);
      return items === null ? null : withJson(scene, [...items]);
    },
  };
}

/** The list made as long as that by animals of others; `null` where it is that long. */
function filled({ items, status }: ShownList, length: number): JsonValue[] | null {
  const filter = status === 'odd' ? null : status;
  return items.length < length ? [...items, ...strangers(length - items.length, filter)] : null;
}

const isWithin = (limit: ShownList['limit']): limit is bigint =>
  typeof limit === 'bigint' && limit >= 1n && limit < 100n;
const isBeyond = (limit: ShownList['limit']): boolean =>
  limit === 'odd' || (typeof limit === 'bigint' && (limit > 100n || limit < 1n));

const lengths: readonly Mutation[] = [
  inList('a list has one animal more than its limit', ['list/limit-bounds-count'], (list) =>
    isWithin(list.limit) && list.status === null ? filled(list, Number(list.limit) + 1) : null,
  ),
  inList('a list with a small limit has 20 animals', ['list/limit-bounds-count'], (list) =>
    isWithin(list.limit) && list.limit < 20n && list.status === null ? filled(list, 20) : null,
  ),
  inList('a list ignores its limit', ['list/limit-bounds-count', 'list/never-above-100'], (list) =>
    isWithin(list.limit) && list.status === null ? filled(list, 101) : null,
  ),
  inList('a filtered list has one animal more than its limit', ['list/limit-with-status'], (list) =>
    isWithin(list.limit) && list.status !== null && list.status !== 'odd'
      ? filled(list, Number(list.limit) + 1)
      : null,
  ),
  inList('a list without a limit has 21 animals', ['list/default-limit'], (list) =>
    list.limit === null && list.status === null ? filled(list, 21) : null,
  ),
  inList('a filtered list without a limit has 25 animals', ['list/default-limit'], (list) =>
    list.limit === null && list.status !== null && list.status !== 'odd' ? filled(list, 25) : null,
  ),
  inList('a list with a limit out of bounds has 101 animals', ['list/never-above-100'], (list) =>
    isBeyond(list.limit) ? filled(list, 101) : null,
  ),
];

const others: Readonly<Record<string, string>> = { sold: 'pending', pending: 'available', available: 'sold' };

function otherStatus(list: ShownList): readonly JsonValue[] | null {
  const { items, status } = list;
  return lastChanged([...items], (last) => ({ ...last, status: others[status ?? ''] ?? 'sold' })) ?? null;
}

const isFilter = (status: string | null): boolean => status !== null && status !== 'odd';

const filters: readonly Mutation[] = [
  inList('the last animal of a filtered list has another status', ['list/status-filter'], (list) =>
    isFilter(list.status) && list.limit === null ? otherStatus(list) : null,
  ),
  inList(
    'the last animal of a filtered list with a limit has another status',
    ['list/limit-with-status'],
    (list) => (isFilter(list.status) && isWithin(list.limit) ? otherStatus(list) : null),
  ),
  inList('the first animal of a filtered list is of another status', ['list/status-filter'], (list) =>
    isFilter(list.status) && list.limit === null && list.items.length < 20
      ? [...strangers(1, others[list.status ?? ''] ?? null), ...list.items]
      : null,
  ),
];

const isAlone = ({ limit, items }: ShownList): boolean =>
  items.length >= 2 && (limit === null || isWithin(limit));

const ids: readonly Mutation[] = [
  inList('the last animal of a list is the first again', ['list/unique-ids'], (list) =>
    isAlone(list) ? [...list.items.slice(0, -1), list.items[0] ?? null] : null,
  ),
  inList('two animals of a list have one id', ['list/unique-ids'], (list) => {
    const id = member(list.items.at(-2), 'id');
    return isAlone(list) && id !== undefined
      ? (lastChanged([...list.items], (last) => ({ ...last, id })) ?? null)
      : null;
  }),
  inList('ids are rounded, and two become one', ['list/unique-ids'], (list) =>
    isAlone(list) && list.items.length + 2 <= Number(list.limit ?? 20) && list.status === null
      ? [...list.items, ...strangers(2, null).map((animal) => ({ ...animal, id: 2n ** 61n }))]
      : null,
  ),
];

/** The name in a creation before that was refused with this status, where no other body had its tag. */
function refusedName({ before }: Scene, status: 400 | 401): string | null {
  for (const { request, response } of before) {
    const name = refusedNameOf(request.body, response?.status, status);
    if (name !== null && !wasSentOtherwise(before, name, status)) {
      return name;
    }
  }
  return null;
}

function refusedNameOf(body: string | null, received: number | undefined, status: number): string | null {
  const name = member(parsed(body), 'name');
  return received === status && typeof name === 'string' && tagsIn(name, runTag).length === 1 ? name : null;
}

function wasSentOtherwise(before: readonly Exchange[], name: string, status: number): boolean {
  const [tag = ''] = tagsIn(name, runTag);
  return before.some(
    ({ request, response }) => (request.body ?? '').includes(tag) && response?.status !== status,
  );
}

function stored(status: 400 | 401, what: string, change: (name: string) => string): Mutation[] {
  const violates = [`${status === 401 ? 'auth' : 'create'}/refused-without-effect`];
  return [
    {
      name: `a creation refused with ${status} is at the end of a list${what}`,
      violates,
      mutate: (scene) => {
        const list = listOf(scene);
        const name = refusedName(scene, status);
        const hasRoom =
          list !== null && list.items.length < 20 && list.items.length < Number(list.limit ?? 20);
        return !hasRoom || name === null || list.limit === 'odd'
          ? null
          : withJson(scene, [
              ...list.items,
              ...strangers(1, list.status === 'odd' ? null : list.status, change(name)),
            ]);
      },
    },
    {
      name: `a creation refused with ${status} is read as an animal of others${what}`,
      violates,
      mutate: (scene) => {
        const name = refusedName(scene, status);
        return isAnswer(scene, 200, 'getPet') && scene.isOfOthers && name !== null && isJsonObject(scene.json)
          ? withJson(scene, { ...scene.json, name: change(name) })
          : null;
      },
    },
  ];
}

/** What lists may get wrong, and what they may show that should not be there. */
export const listMutations: readonly Mutation[] = [
  ...lengths,
  ...filters,
  ...ids,
  ...stored(400, '', (name) => name),
  ...stored(400, ', trimmed and in another normal form', (name) => name.trim().normalize('NFKD')),
  ...stored(401, '', (name) => name),
];
