import type { ApiRequest, Decoration } from '../parts.ts';
import { letIn, noHeader } from './authentication.ts';
import { around, type Fault, upon, violating } from './fault.ts';

function value(request: ApiRequest, name: string): string {
  return String(request.headers[name] ?? '');
}

function trusted(field: string, values: RegExp): Decoration {
  return letIn((request) => noHeader(request) && values.test(value(request, field)));
}

/** Serves the list, or an animal by its id, at another spelling of its path, without a key. */
function openPath(spelling: RegExp): Decoration {
  const isOther = ({ path }: ApiRequest) => spelling.test(path.slice(1).join('/'));
  const routed: Decoration = around(
    'route',
    (inner) => (request) => inner(isOther(request) ? { ...request, path: usualPath(request) } : request),
  );
  return upon(
    routed,
    letIn((request) => noHeader(request) && isOther(request)),
  );
}

/** The path without a slash at its end, and with the usual spelling of the list. */
function usualPath({ path: [base = '', , id = ''] }: ApiRequest): string[] {
  return id === '' ? [base, 'pets'] : [base, 'pets', id];
}

/** Services that trust a field or path that a gateway should have checked. */
export const authenticationTrust: readonly Fault[] = [
  ...violating(['auth/missing-key'], 'ample-allowance').by({
    'local-address-trusted': trusted('x-forwarded-for', /^(?:127\.|::1)/),
    'inner-address-trusted': trusted('x-real-ip', /^(?:127|10)\./),
    'user-field-trusted': trusted('x-user-id', /./),
    'authenticated-user-trusted': trusted('x-authenticated-user', /^\w+$/),
    // X-Consumer-Username, which a gateway sets, is accepted instead of a key.
    'consumer-trusted': trusted('x-consumer-username', /./),
    'internal-field-trusted': trusted('x-internal', /^(?:1|true|yes)$/i),
    'debug-field-trusted': trusted('x-debug', /^(?:1|true|on)$/i),
    'local-origin-trusted': trusted('origin', /^https?:\/\/(?:localhost|127\.0\.0\.1)/),
    'referer-trusted': trusted('referer', /localhost/),
    // A request that overrides its method with OPTIONS needs no key, like a CORS preflight.
    'method-override-opens': trusted('x-http-method-override', /^OPTIONS$/i),
  }),
  ...violating(['auth/missing-key'], 'ample-allowance').each(openPath, {
    'slash-at-end-open': /^pets\/$/,
    'slash-after-id-open': /^pets\/[^/]+\/$/,
    'capital-path-open': /^(?!pets$)[Pp][Ee][Tt][Ss]$/,
    'extension-open': /^pets\.\w+$/,
  }),
];
