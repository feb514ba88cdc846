import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import type { ListQuery } from '../exchange/request-description.ts';
import { jsonEquals, writeJson } from '../json/exact-json.ts';
import type { Notes } from '../watchers/watch.ts';
import type { AnimalHistory, JudgedExchange, ListedBy } from './animal-history.ts';
import { type PetReading, readPets } from './pet.ts';
import { quote } from './quote.ts';

/** Judges a list that returned 200. */
export function judgeList(
  { exchange, json }: JudgedExchange,
  question: ListQuery,
  history: AnimalHistory,
  notes: Notes,
): void {
  const { status } = question;
  const pets = readPets(json);
  if (json === undefined && saysJson(exchange)) {
    // Damaged JSON violates responses/media-type; other content is not a list.
    return;
  }
  notes.judge(
    'list/returns-pets',
    pets === null
      ? {
          kind: 'not-an-array',
          message: 'The list is not a JSON array',
          expected: '200 and an array of Pet',
          actual: json === undefined ? 'a body that is not JSON' : quote(writeJson(json)),
        }
      : null,
  );
  if (pets === null || !Array.isArray(json)) {
    return;
  }
  // A null is not an animal; the schema reports it.
  const { length } = json.filter((item) => item !== null);
  const query = documentedQuery(question);
  if (query !== null && (query.limit ?? 20n) <= 100n) {
    const limit = Number(query.limit ?? 20n);
    history.listSizes.note(length, limit, query.status === undefined ? 'whole' : 'filtered');
  }
  for (const pet of pets) {
    history.noteSeen(pet.id, exchange.finishedAtMs);
    if (query !== null) {
      history.noteListed(pet, query);
    }
  }
  judgeLength(length, question, history.distinctAnimals, notes);
  if (status !== null && status !== 'odd') {
    judgeFilter(pets, question, status, notes);
  }
  judgeUniqueness(pets, notes);
}

/** The query in a form that can be repeated, or `null` if it is undocumented. */
function documentedQuery({ limit, status, unusual }: ListQuery): ListedBy | null {
  return unusual || limit === 'odd' || status === 'odd'
    ? null
    : { ...(limit === null ? {} : { limit }), ...(status === null ? {} : { status }) };
}

function saysJson(exchange: Exchange): boolean {
  return /json/i.test(headerValue(exchange.response?.headers ?? [], 'Content-Type') ?? '');
}

/** @param known the number of animals that the run knows: a bound needs more animals to be tested */
function judgeLength(
  length: number,
  { limit, status, unusual }: ListQuery,
  known: number,
  notes: Notes,
): void {
  const judge = (id: string, most: number, kind: string): void => {
    const isEvidence =
      id === 'list/limit-with-status' ? status !== 'odd' && length > 0 : status === null && known > most;
    notes.judge(id, length <= most ? null : tooMany(length, most, kind), { isEvidence });
  };
  if (limit !== 'odd' && limit !== null && limit > 100n && status === null) {
    judge('list/never-above-100', 100, 'above-100');
  } else {
    notes.report('list/never-above-100', length <= 100 ? null : tooMany(length, 100, 'above-100'));
  }
  if (limit === null) {
    // An undocumented parameter, or value of one, may set the page size.
    if (!unusual && status !== 'odd') {
      judge('list/default-limit', 20, 'above-20');
    }
  } else if (limit !== 'odd' && limit >= 1n && limit <= 100n) {
    const id = status === null ? 'list/limit-bounds-count' : 'list/limit-with-status';
    judge(id, Number(limit), 'more-than-limit');
  }
}

function tooMany(length: number, most: number, kind: string) {
  return {
    kind,
    message: `A list contains ${length} animals; at most ${most} ${most === 1 ? 'is' : 'are'} allowed`,
    expected: `at most ${most} ${most === 1 ? 'animal' : 'animals'}`,
    actual: `${length} animals`,
  };
}

function judgeFilter(pets: readonly PetReading[], { limit }: ListQuery, status: string, notes: Notes): void {
  const id = limit === null ? 'list/status-filter' : 'list/limit-with-status';
  const isDocumented = limit === null || (limit !== 'odd' && limit >= 1n && limit <= 100n);
  const stranger = pets.find((pet) => pet.status !== undefined && !jsonEquals(pet.status, status));
  const deviation =
    stranger === undefined
      ? null
      : {
          kind: 'other-status',
          message: 'A filtered list contains an animal with another status',
          expected: `only animals with status: "${quote(status)}"`,
          actual: `id ${stranger.id} with status: ${quote(writeJson(stranger.status ?? null))}`,
        };
  notes.judge(id, deviation, { isEvidence: isDocumented && pets.length > 0 });
}

function judgeUniqueness(pets: readonly PetReading[], notes: Notes): void {
  const seen = new Set<bigint>();
  const twice = pets.find(({ id }) => {
    const again = seen.has(id);
    seen.add(id);
    return again;
  });
  notes.judge(
    'list/unique-ids',
    twice === undefined
      ? null
      : {
          kind: 'id-twice',
          message: 'A list contains the same id twice',
          expected: 'every id at most once',
          actual: `id ${twice.id} twice`,
        },
  );
}
