import type { ApiRequest, Decoration } from '../parts.ts';
import type { ListQuery } from '../pet.ts';
import { invalidParameter, Problem } from '../problem.ts';
import { crashing, outcomes, refusing } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { empty, seeded } from './store-decorations.ts';

/** Reads the query in another way, from what it should be read as and from what was sent. */
export function querying(read: (query: ListQuery, sent: URLSearchParams) => ListQuery): Decoration {
  return around('readListQuery', (inner) => (sent) => read(inner(sent), sent));
}

/** Takes another limit where none was sent. */
function defaulting(limit: number): Decoration {
  return querying((query, sent) => (sent.has('limit') ? query : { ...query, limit }));
}

/** The same, of lists of one status only. */
export function defaultingWithStatus(limit: number): Decoration {
  return querying((query, sent) =>
    sent.has('limit') || query.status === undefined ? query : { ...query, limit },
  );
}

/** Serves some limits that are out of range with a limit of its own. */
export function alsoServing(limitOf: (given: string) => number | null): Decoration {
  return around('readListQuery', (inner) => (query) => {
    const limit = limitOf(query.get('limit') ?? '20');
    if (limit === null) {
      return inner(query);
    }
    const rest = new URLSearchParams(query);
    rest.delete('limit');
    return { ...inner(rest), limit };
  });
}

export const refuse = () => invalidParameter('This value is not accepted.');
export const limitOf = (request: ApiRequest) => Number(request.query.get('limit') ?? 20);
export const whole = Number.POSITIVE_INFINITY;

export const listingParameters: readonly Fault[] = [
  ...violating(['list/limit-accepted', 'responses/documented-status']).by({
    'limit-100-refused': refusing('listPets', (request) => limitOf(request) === 100),
    'limit-1-refused': refusing('listPets', (request) => limitOf(request) === 1),
    'limit-above-50-refused': refusing(
      'listPets',
      (request) => limitOf(request) > 50 && limitOf(request) <= 100,
    ),
  }),
  ...violating(['list/limit-accepted', 'responses/documented-status', 'errors/no-server-error']).by({
    'limit-100-crashes': crashing('listPets', (request) => limitOf(request) === 100),
  }),
  ...violating(['list/limit-bounds-count', 'list/limit-with-status']).each(querying, {
    'limit-plus-one': (query, sent) => (sent.has('limit') ? { ...query, limit: query.limit + 1 } : query),
    'limit-ignored': (query) => ({ ...query, limit: 20 }),
  }),
  ...violating(['list/limit-bounds-count']).by({
    'limit-1-gives-default': querying((query, sent) =>
      sent.get('limit') === '1' ? { ...query, limit: 20 } : query,
    ),
  }),
  ...violating(['list/default-limit']).by({
    'default-25': upon(seeded(40), defaulting(25)),
    'default-21': upon(seeded(40), defaulting(21)),
    'default-10': upon(seeded(40), defaulting(10)),
    'default-unbounded': upon(seeded(40), defaulting(whole)),
    'limit-20-gives-15': upon(
      seeded(40),
      querying((query, sent) => (sent.get('limit') === '20' ? { ...query, limit: 15 } : query)),
    ),
  }),
  ...violating(['list/never-above-100']).by({
    'limit-1000-gives-all': upon(
      seeded(150),
      alsoServing((given) => (/^\d+$/.test(given) && Number(given) > 100 ? Number(given) : null)),
    ),
    'limit-101-honoured': upon(
      seeded(150),
      alsoServing((given) => (given === '101' ? 101 : null)),
    ),
    'limit-0-gives-all': upon(
      seeded(150),
      alsoServing((given) => (Number(given) === 0 ? whole : null)),
    ),
    'limit-negative-gives-all': upon(
      seeded(150),
      alsoServing((given) => (Number(given) < 0 ? whole : null)),
    ),
  }),
  ...violating(['list/status-accepted', 'responses/documented-status']).by({
    'sold-refused': refusing('listPets', (request) => request.query.get('status') === 'sold'),
    'status-in-capitals-only': refusing('listPets', (request) =>
      /[a-z]/.test(request.query.get('status') ?? ''),
    ),
  }),
  ...violating(['responses/documented-status']).by({
    'status-of-no-animal-404': upon(
      empty(),
      outcomes('listPets', (outcome, { query }) => {
        if (query.has('status') && Array.isArray(outcome.body) && outcome.body.length === 0) {
          throw new Problem(404, 'not_found', 'No animal has this status');
        }
        return outcome;
      }),
    ),
  }),
  ...violating(['list/status-accepted', 'responses/documented-status', 'errors/no-server-error']).by({
    'pending-crashes': crashing('listPets', (request) => request.query.get('status') === 'pending'),
  }),
];
