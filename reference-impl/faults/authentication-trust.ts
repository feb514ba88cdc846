import type { ApiRequest, Decoration } from '../parts.ts';
import { letIn, noHeader } from './authentication.ts';
import { around, type Fault, fault, upon } from './fault.ts';

const more = { needs: 'ample-allowance' };

function value(request: ApiRequest, name: string): string {
  return String(request.headers[name] ?? '');
}

function trusted(name: string, field: string, values: RegExp): Fault {
  return fault(
    name,
    ['auth/missing-key'],
    letIn((request) => noHeader(request) && values.test(value(request, field))),
    more,
  );
}

/** Serves the list, or an animal by its id, at another spelling of its path, without a key. */
function openPath(name: string, spelling: RegExp): Fault {
  const isOther = ({ path }: ApiRequest) => spelling.test(path.slice(1).join('/'));
  const routed: Decoration = around(
    'route',
    (inner) => (request) => inner(isOther(request) ? { ...request, path: usualPath(request) } : request),
  );
  return fault(
    name,
    ['auth/missing-key'],
    upon(
      routed,
      letIn((request) => noHeader(request) && isOther(request)),
    ),
    more,
  );
}

/** The path without a slash at its end, and with the usual spelling of the list. */
function usualPath({ path: [base = '', , id = ''] }: ApiRequest): string[] {
  return id === '' ? [base, 'pets'] : [base, 'pets', id];
}

/** Services that trust a field or path that a gateway should have checked. */
export const authenticationTrust: readonly Fault[] = [
  // Requests with a loopback address in X-Forwarded-For need no key.
  trusted('local-address-trusted', 'x-forwarded-for', /^(?:127\.|::1)/),
  // Requests with an internal address in X-Real-IP need no key.
  trusted('inner-address-trusted', 'x-real-ip', /^(?:127|10)\./),
  trusted('user-field-trusted', 'x-user-id', /./),
  trusted('authenticated-user-trusted', 'x-authenticated-user', /^\w+$/),
  // X-Consumer-Username, which a gateway sets, is accepted instead of a key.
  trusted('consumer-trusted', 'x-consumer-username', /./),
  // Requests with X-Internal need no key.
  trusted('internal-field-trusted', 'x-internal', /^(?:1|true|yes)$/i),
  // Requests with X-Debug need no key.
  trusted('debug-field-trusted', 'x-debug', /^(?:1|true|on)$/i),
  trusted('local-origin-trusted', 'origin', /^https?:\/\/(?:localhost|127\.0\.0\.1)/),
  // Requests with a Referer on localhost need no key.
  trusted('referer-trusted', 'referer', /localhost/),
  // A request that overrides its method with OPTIONS needs no key, like a CORS preflight.
  trusted('method-override-opens', 'x-http-method-override', /^OPTIONS$/i),
  // The path of the list with a trailing slash needs no key.
  openPath('slash-at-end-open', /^pets\/$/),
  openPath('slash-after-id-open', /^pets\/[^/]+\/$/),
  openPath('capital-path-open', /^(?!pets$)[Pp][Ee][Tt][Ss]$/),
  // The path of the list with an extension needs no key.
  openPath('extension-open', /^pets\.\w+$/),
];
