import type { ApiRequest } from '../messages.ts';
import type { Decoration } from '../parts.ts';
import { letIn, noHeader } from './authentication-decorations.ts';
import { around, type Fault, fault, upon } from './fault.ts';

const more = { mayViolate: ['auth/checked-first'], needs: 'ample-allowance' };

function value(request: ApiRequest, name: string): string {
  return String(request.headers[name] ?? '');
}

function trusted(name: string, description: string, field: string, values: RegExp): Fault {
  return fault(
    name,
    description,
    ['auth/missing-key'],
    letIn((request) => noHeader(request) && values.test(value(request, field))),
    more,
  );
}

/** Serves the list at another spelling of its path, without a key. */
function openPath(name: string, description: string, spelling: RegExp): Fault {
  const isOther = ({ path }: ApiRequest) => spelling.test(path.slice(1).join('/'));
  const routed: Decoration = around(
    'route',
    (inner) => (request) =>
      inner(isOther(request) ? { ...request, path: [request.path[0] ?? '', 'pets'] } : request),
  );
  return fault(
    name,
    description,
    ['auth/missing-key'],
    upon(
      routed,
      letIn((request) => noHeader(request) && isOther(request)),
    ),
    more,
  );
}

/** Services that trust a field or path that a gateway should have checked. */
export const authenticationTrust: readonly Fault[] = [
  trusted(
    'local-address-trusted',
    'Requests with a loopback address in X-Forwarded-For need no key.',
    'x-forwarded-for',
    /^(?:127\.|::1)/,
  ),
  trusted(
    'inner-address-trusted',
    'Requests with an internal address in X-Real-IP need no key.',
    'x-real-ip',
    /^(?:127|10)\./,
  ),
  trusted('user-field-trusted', 'A user name in X-User-Id is accepted instead of a key.', 'x-user-id', /./),
  trusted(
    'authenticated-user-trusted',
    'A user name in X-Authenticated-User is accepted instead of a key.',
    'x-authenticated-user',
    /^\w+$/,
  ),
  trusted(
    'consumer-trusted',
    'X-Consumer-Username, which a gateway sets, is accepted instead of a key.',
    'x-consumer-username',
    /./,
  ),
  trusted(
    'internal-field-trusted',
    'Requests with X-Internal need no key.',
    'x-internal',
    /^(?:1|true|yes)$/i,
  ),
  trusted('debug-field-trusted', 'Requests with X-Debug need no key.', 'x-debug', /^(?:1|true|on)$/i),
  trusted(
    'local-origin-trusted',
    'Requests with an Origin on localhost need no key.',
    'origin',
    /^https?:\/\/(?:localhost|127\.0\.0\.1)/,
  ),
  trusted('referer-trusted', 'Requests with a Referer on localhost need no key.', 'referer', /localhost/),
  trusted(
    'method-override-opens',
    'A request that overrides its method with OPTIONS needs no key, like a CORS preflight.',
    'x-http-method-override',
    /^OPTIONS$/i,
  ),
  openPath('slash-at-end-open', 'The path of the list with a trailing slash needs no key.', /^pets\/$/),
  openPath(
    'capital-path-open',
    'The path of the list with capital letters needs no key.',
    /^(?!pets$)[Pp][Ee][Tt][Ss]$/,
  ),
  openPath('extension-open', 'The path of the list with an extension needs no key.', /^pets\.\w+$/),
];
