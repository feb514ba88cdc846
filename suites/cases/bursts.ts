import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import { int64 } from '../../src/json/exact-json.ts';
import type { Check } from '../../src/suite/check.ts';
import { assume } from '../../src/suite/outcome.ts';
import { type Credential, getPet, listPetsByQuery } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';

/** Concurrent requests, made for the ids of all animals that the run knows, those of its own last. */
type Burst = (ids: readonly bigint[], key: Credential) => readonly OutgoingRequest[];

/** The number of connections of a run. */
const atOnce = 16;

/** The ends of int64: ids that a service is unlikely to have assigned, and that some parsers overflow. */
const unknownIds = [int64.maximum, int64.minimum];

function lists(queries: readonly string[]): Burst {
  return (_ids, key) => queries.map((query) => listPetsByQuery(query, key));
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

/** Gets of every second animal. */
function readings(turn: number): Burst {
  return (ids, key) => portion(everySecond(ids), turn, atOnce).map((id) => getPet(id, key));
}

/** Gets, lists and unknown ids, interleaved. */
function mixture(turn: number): Burst {
  return (ids, key) =>
    portion(ids.toReversed(), turn, 8).flatMap((id, index) => [
      getPet(id, key),
      ...(index % 4 === 0 ? [getPet(unknownIds[(index / 4) % 2] ?? 0n, key)] : []),
      ...(index % 2 === 0 ? [listPetsByQuery(queryAt(index / 2 + turn), key)] : []),
    ]);
}

function queryAt(index: number): string {
  const status = petStatuses[index % petStatuses.length] ?? 'sold';
  return ['', `status=${status}`, `limit=1&status=${status}`, 'limit=2'][index % 4] ?? '';
}

const statuses = Array.from({ length: 15 }, (_, index) => petStatuses[index % petStatuses.length] ?? 'sold');

/** A burst, and the requirement that the likeliest fault in it violates. */
type BurstOf = readonly ['list/limit-with-status' | 'get/id-matches', Burst];

/**
 * Bursts of different requests, which detect services that mix up responses, or run out of connections, locks and
 * workers. They get every second animal, including the earliest ones after all others were created.
 */
export const bursts: readonly BurstOf[] = [
  ['list/limit-with-status', lists(statuses.map((status) => `status=${status}`))],
  ['get/id-matches', mixture(0)],
  ['list/limit-with-status', lists(['limit=100', '', 'limit=50', '', 'limit=1', '', 'limit=2', ''])],
  ['get/id-matches', readings(3)],
  ['list/limit-with-status', lists(statuses.map((status, index) => `limit=${index + 1}&status=${status}`))],
  ['get/id-matches', readings(2)],
  ['get/id-matches', readings(1)],
  ['get/id-matches', readings(0)],
  ['get/id-matches', mixture(1)],
];

/** Sends each request of a burst on a new connection. Only the requirements of every response apply. */
export async function sendBurst(scenario: Check, [requirement, burst]: BurstOf): Promise<void> {
  const { session } = scenario.as(requirement);
  // In the order of the run's own requests, since the order of the responses differs between runs.
  const { created, seen } = session.history;
  const ids = [...new Set([...created, ...seen].map(({ id }) => id))];
  const exchanges = await Promise.all(
    burst(ids, session.key).map((request) => session.target.send(request, requirement, { fresh: true })),
  );
  assume(
    exchanges.every(({ response }) => response !== null),
    'some of the concurrent requests got no response',
  );
}
