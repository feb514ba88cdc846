import type { ApiRequest, Decoration } from '../parts.ts';
import type { ListQuery } from '../pet.ts';
import { invalidParameter } from '../problem.ts';
import { around } from './fault.ts';

/** Reads the query in another way, from what it should be read as and from what was sent. */
export function querying(read: (query: ListQuery, sent: URLSearchParams) => ListQuery): Decoration {
  return around('readListQuery', (inner) => (sent) => read(inner(sent), sent));
}

/** Takes another limit where none was sent. */
export function defaulting(limit: number): Decoration {
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
