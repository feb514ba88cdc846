import type { ApiRequest } from '../messages.ts';
import type { Decoration } from '../parts.ts';
import { Problem } from '../problem.ts';
import { bodyText, refusing } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

const acceptsAnything = ({ headers }: ApiRequest) => headers.accept === '*/*';
const acceptsGzip = ({ headers }: ApiRequest) => String(headers['accept-encoding'] ?? '').includes('gzip');

/** Lists as if some requests had not sent a parameter. */
function dropping(parameter: 'limit' | 'status', when: (request: ApiRequest) => boolean): Decoration {
  return around('listPets', (inner) => async (request, route, parts) => {
    const query = new URLSearchParams(request.query);
    if (when(request)) {
      query.delete(parameter);
    }
    return inner({ ...request, query, rawQuery: query.toString() }, route, parts);
  });
}

/** What shows only in a certain form of a request, together with one of its parameters. */
export const forms: readonly Fault[] = [
  ...violating(['list/limit-bounds-count']).by({
    // Lists ignore limit if Accept is */*, the default of curl.
    'limit-dropped-for-any-media-type': dropping('limit', acceptsAnything),
  }),
  ...violating(['list/limit-with-status'], { needs: 'ample-allowance' }).by({
    'status-dropped-for-gzip': dropping('status', acceptsGzip),
  }),
  ...violating(['responses/documented-status', 'create/accepts-valid']).by({
    // POST /pets without an Accept header returns 406.
    'creation-refused-without-accept': refusing(
      'createPet',
      ({ headers }) => (headers.accept ?? '') === '',
      () => new Problem(406, 'not_acceptable', 'The request accepts no media type.'),
    ),
  }),
  ...violating(['responses/documented-status', 'list/limit-with-status']).by({
    'limit-after-status-refused': refusing(
      'listPets',
      ({ rawQuery }) => /status=.*limit=/.test(rawQuery),
      () => new Problem(400, 'invalid_query', 'The first parameter must be limit.'),
    ),
  }),
  ...violating(['responses/documented-status', 'list/limit-accepted']).by({
    'limit-refused-for-gzip': refusing(
      'listPets',
      (request) => acceptsGzip(request) && request.query.has('limit'),
      () => new Problem(400, 'invalid_query', 'The request combines what it may not.'),
    ),
  }),
  ...violating(['create/accepts-valid']).by({
    'charset-refused-on-several-lines': refusing(
      'createPet',
      (request) =>
        /charset/i.test(String(request.headers['content-type'])) && /^\{\n/.test(bodyText(request)),
      () => new Problem(400, 'invalid_body', 'The body is not JSON.'),
    ),
  }),
];
