import { crash, refusing } from './decorations.ts';
import { type Fault, fault, upon } from './fault.ts';
import {
  alsoServing,
  defaulting,
  limitOf,
  querying,
  refuse,
  whole,
} from './listing-parameter-decorations.ts';
import { seeded } from './own-stores.ts';

const filters = ['list/status-filter', 'list/limit-with-status', 'list/filter-complete'];

export const listingParameters: readonly Fault[] = [
  fault(
    'limit-100-refused',
    'The maximum limit, 100, is rejected.',
    ['list/limit-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => limitOf(request) === 100, refuse),
  ),
  fault(
    'limit-1-refused',
    'The minimum limit, 1, is rejected.',
    ['list/limit-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => limitOf(request) === 1, refuse),
  ),
  fault(
    'limit-above-50-refused',
    'Limits above 50 are rejected.',
    ['list/limit-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => limitOf(request) > 50 && limitOf(request) <= 100, refuse),
  ),
  fault(
    'limit-100-crashes',
    'The limit 100 returns 500.',
    ['list/limit-accepted', 'responses/documented-status', 'errors/no-server-error'],
    refusing('listPets', (request) => limitOf(request) === 100, crash),
  ),
  fault(
    'limit-plus-one',
    'A list returns one animal more than its limit.',
    ['list/limit-bounds-count', 'list/limit-with-status'],
    querying((query, sent) => (sent.has('limit') ? { ...query, limit: query.limit + 1 } : query)),
    { mayViolate: ['list/default-limit', 'list/never-above-100'] },
  ),
  fault(
    'limit-ignored',
    'The limit is ignored: a list always returns up to 20 animals.',
    ['list/limit-bounds-count', 'list/limit-with-status'],
    querying((query) => ({ ...query, limit: 20 })),
  ),
  fault(
    'limit-1-gives-default',
    'The limit 1 is treated as no limit, and up to 20 animals are returned.',
    ['list/limit-bounds-count'],
    querying((query, sent) => (sent.get('limit') === '1' ? { ...query, limit: 20 } : query)),
    { mayViolate: ['list/limit-with-status'] },
  ),
  fault('default-25', 'The default limit is 25.', ['list/default-limit'], upon(seeded(40), defaulting(25))),
  fault('default-21', 'The default limit is 21.', ['list/default-limit'], upon(seeded(40), defaulting(21))),
  fault(
    'default-10',
    'The default limit is 10, while limit=20 returns up to 20.',
    ['list/default-limit'],
    upon(seeded(40), defaulting(10)),
  ),
  fault(
    'default-unbounded',
    'Without a limit, all animals are returned.',
    ['list/default-limit'],
    upon(seeded(40), defaulting(whole)),
    { mayViolate: ['list/never-above-100'] },
  ),
  fault(
    'limit-1000-gives-all',
    'A limit above 100 is honoured.',
    ['list/never-above-100'],
    upon(
      seeded(150),
      alsoServing((given) => (/^\d+$/.test(given) && Number(given) > 100 ? Number(given) : null)),
    ),
  ),
  fault(
    'limit-101-honoured',
    'The limit 101 is honoured; larger ones are rejected.',
    ['list/never-above-100'],
    upon(
      seeded(150),
      alsoServing((given) => (given === '101' ? 101 : null)),
    ),
  ),
  fault(
    'limit-0-gives-all',
    'The limit 0 is treated as unlimited.',
    ['list/never-above-100'],
    upon(
      seeded(150),
      alsoServing((given) => (Number(given) === 0 ? whole : null)),
    ),
  ),
  fault(
    'limit-negative-gives-all',
    'A negative limit is treated as unlimited.',
    ['list/never-above-100'],
    upon(
      seeded(150),
      alsoServing((given) => (Number(given) < 0 ? whole : null)),
    ),
  ),
  fault(
    'sold-refused',
    'A list filtered by sold is rejected.',
    ['list/status-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => request.query.get('status') === 'sold', refuse),
    { mayViolate: filters },
  ),
  fault(
    'pending-crashes',
    'A list filtered by pending returns 500.',
    ['list/status-accepted', 'responses/documented-status', 'errors/no-server-error'],
    refusing('listPets', (request) => request.query.get('status') === 'pending', crash),
    { mayViolate: filters },
  ),
  fault(
    'status-in-capitals-only',
    'The filter accepts statuses in upper case only.',
    ['list/status-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => /[a-z]/.test(request.query.get('status') ?? ''), refuse),
    { mayViolate: filters },
  ),
];
