import type { ApiRequest } from '../messages.ts';
import type { ListQuery } from '../pet.ts';
import { invalidParameter } from '../problem.ts';
import { around, type Decoration } from './fault.ts';

/** Reads the query in another way; `given` is the text of `limit`, or `null` where it was not sent. */
export function querying(read: (inner: () => ListQuery, given: string | null) => ListQuery): Decoration {
  return around('readListQuery', (inner) => (query) => read(() => inner(query), query.get('limit')));
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
