import type { ApiRequest, Decoration, Outcome } from '../parts.ts';
import { answers, bodyMembers, crashing, isMembers, messages } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

function refusingNames(pattern: RegExp): Decoration {
  return crashing('createPet', (request) => pattern.test(String(bodyMembers(request)?.['name'])));
}

/** Answers paths that do not exist in another way. */
function elsewhere(outcome: Pick<Outcome, 'status' | 'body'>): Decoration {
  return around('showProblem', (inner) => (problem, request) => {
    const shown = inner(problem, request);
    return problem.code === 'path_not_found' ? { ...shown, ...outcome } : shown;
  });
}

/** Answers methods that a path does not have in another way. */
function insteadOf405(status: number, isMeant: (request: ApiRequest) => boolean = () => true): Decoration {
  return answers((answer, request) => {
    const body = isMembers(answer.body) ? { ...answer.body, status } : answer.body;
    return answer.status === 405 && isMeant(request) ? { ...answer, status, body } : answer;
  });
}

/** Serves the operations below another path; requests outside it return 404. */
function servedBelow(basePath: string): Decoration {
  const [, ...base] = basePath.split('/');
  return (parts) => ({
    ...parts,
    basePath,
    handle: (request, all) => {
      const isBelow = base.every((segment, index) => request.path[index] === segment);
      const path = isBelow ? ['v1', ...request.path.slice(base.length)] : [''];
      return parts.handle({ ...request, path }, all);
    },
  });
}

export const unusualRequests: readonly Fault[] = [
  ...violating(['errors/no-server-error', 'responses/documented-status']).by({
    'emoji-name-crashes': refusingNames(/[\u{10000}-\u{10ffff}]/u),
  }),
  ...violating(['errors/no-server-error']).by({
    // A name with U+0000 returns 500, as with databases that can't store it.
    'nul-in-name-crashes': refusingNames(/\0/),
    'limit-abc-crashes': crashing('listPets', (request) =>
      Number.isNaN(Number(request.query.get('limit') ?? 1)),
    ),
    // No response to a valid name returns it undamaged.
    // A name of 1,000 characters or more closes the connection without a response.
    'long-name-drops-connection': around('send', (inner) => (message, request, response) => {
      if (String(bodyMembers(request)?.['name']).length >= 1_000) {
        response.destroy();
      } else {
        inner(message, request, response);
      }
    }),
  }),
  ...violating(['errors/unknown-path']).by({
    'unknown-path-200': elsewhere({ status: 200, body: {} }),
    // GET /pets/{petId}/anything returns the animal, except for the id 1.
    'path-below-animal': around('handle', (inner) => (request, parts) => {
      const [version = '', pets = '', id = '', below] = request.path;
      const isBelow = pets === 'pets' && !['', '1'].includes(id) && below !== undefined;
      return inner(isBelow ? { ...request, path: [version, pets, id] } : request, parts);
    }),
  }),
  ...violating(['errors/unsupported-method']).by({
    '405-without-allow': messages((message) => {
      const headers = Object.entries(message.headers).filter(([name]) => name !== 'Allow');
      return { ...message, headers: Object.fromEntries(headers) };
    }),
    'other-method-200': insteadOf405(200),
  }),
  ...violating(['errors/unsupported-method', 'errors/no-server-error']).by({
    'other-method-on-list-500': insteadOf405(500, ({ path }) => path.length === 2),
  }),
  ...violating(['version/base-address']).each(servedBelow, {
    'address-without-version': '',
    // The base URL ends with /v1.0, as with gateways that use the full version.
    'address-with-minor-version': '/v1.0',
    // The base URL has another segment after the version: /v1/animal-store.
    'address-with-version-in-front': '/v1/animal-store',
  }),
];
