import { petStatuses } from '../../../src/arbitraries/new-pet.ts';
import { int64 } from '../../../src/json/exact-json.ts';
import { getPet, listPetsByQuery } from '../../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../../src/target/target.ts';
import type { Together } from './variety.ts';

/** The number of connections of a run. */
const atOnce = 16;

/** The ends of int64: ids that a service is unlikely to have assigned, and that some parsers overflow. */
const unknownIds = [int64.maximum, int64.minimum];

function lists(description: string, queries: readonly string[]): Together {
  return {
    kind: 'together',
    requirement: 'list/limit-with-status',
    description,
    requests: (_ids, key) => queries.map((query) => listPetsByQuery(query, key)),
  };
}

function everySecond(ids: readonly bigint[]): readonly bigint[] {
  return ids.filter((_id, index) => index % 2 === 0);
}

/** The `turn`-th portion of `count` ids. */
function portion(ids: readonly bigint[], turn: number, count: number): readonly bigint[] {
  const portions = Math.max(1, Math.ceil(ids.length / count));
  const start = (turn % portions) * count;
  return ids.slice(start, start + count);
}

function readings(turn: number): Together {
  return {
    kind: 'together',
    requirement: 'get/id-matches',
    description: `gets of ${atOnce} animals, every second one`,
    requests: (ids, key) => portion(everySecond(ids), turn, atOnce).map((id) => getPet(id, key)),
  };
}

function mixture(turn: number): Together {
  return {
    kind: 'together',
    requirement: 'get/id-matches',
    description: 'gets, lists and unknown ids, interleaved',
    requests: (ids, key) => {
      const others = (index: number): readonly OutgoingRequest[] => [
        ...(index % 4 === 0 ? [getPet(unknownIds[(index / 4) % 2] ?? 0n, key)] : []),
        ...(index % 2 === 0 ? [listPetsByQuery(queryAt(index / 2 + turn), key)] : []),
      ];
      return portion(ids.toReversed(), turn, 8).flatMap((id, index) => [getPet(id, key), ...others(index)]);
    },
  };
}

function queryAt(index: number): string {
  const status = petStatuses[index % petStatuses.length] ?? 'sold';
  return ['', `status=${status}`, `limit=1&status=${status}`, 'limit=2'][index % 4] ?? '';
}

const statuses = Array.from({ length: 15 }, (_, index) => petStatuses[index % petStatuses.length] ?? 'sold');

/**
 * Bursts of different requests, which detect services that mix up responses, or run out of connections, locks and
 * workers. They get every second animal, including the earliest ones after all others were created.
 */
export const togetherVarieties: readonly Together[] = [
  lists(
    'lists of each status',
    statuses.map((status) => `status=${status}`),
  ),
  mixture(0),
  lists('lists with and without a limit', ['limit=100', '', 'limit=50', '', 'limit=1', '', 'limit=2', '']),
  readings(3),
  lists(
    'lists of each status and limit',
    statuses.map((status, index) => `limit=${index + 1}&status=${status}`),
  ),
  readings(2),
  readings(1),
  readings(0),
  mixture(1),
];
