import type { ApiRequest } from '../messages.ts';
import { letIn, noHeader } from './authentication-decorations.ts';
import { around, type Decoration, type Fault, fault, upon } from './fault.ts';

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

/** Finds the list under another spelling of its path too, and asks nobody for a key there. */
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

/** What a gateway should have checked, taken from whoever sends it. */
export const authenticationTrust: readonly Fault[] = [
  trusted(
    'local-address-trusted',
    'Who says in X-Forwarded-For to be of this machine needs no key.',
    'x-forwarded-for',
    /^(?:127\.|::1)/,
  ),
  trusted(
    'inner-address-trusted',
    'Who says in X-Real-IP to be of the inner network needs no key.',
    'x-real-ip',
    /^(?:127|10)\./,
  ),
  trusted('user-field-trusted', 'A user name in X-User-Id takes the place of a key.', 'x-user-id', /./),
  trusted(
    'authenticated-user-trusted',
    'A user name in X-Authenticated-User takes the place of a key.',
    'x-authenticated-user',
    /^\w+$/,
  ),
  trusted(
    'consumer-trusted',
    'The field with which a gateway names its consumer takes the place of a key.',
    'x-consumer-username',
    /./,
  ),
  trusted('internal-field-trusted', 'X-Internal opens every operation.', 'x-internal', /^(?:1|true|yes)$/i),
  trusted('debug-field-trusted', 'X-Debug opens every operation.', 'x-debug', /^(?:1|true|on)$/i),
  trusted(
    'local-origin-trusted',
    'Web pages of this machine need no key.',
    'origin',
    /^https?:\/\/(?:localhost|127\.0\.0\.1)/,
  ),
  trusted('referer-trusted', 'Who comes from a page of this machine needs no key.', 'referer', /localhost/),
  trusted(
    'method-override-opens',
    'A request that overrides its method with OPTIONS is let through as a preflight of CORS.',
    'x-http-method-override',
    /^OPTIONS$/i,
  ),
  openPath('slash-at-end-open', 'With a slash at its end the path of the list needs no key.', /^pets\/$/),
  openPath(
    'capital-path-open',
    'With capitals the path of the list needs no key.',
    /^(?!pets$)[Pp][Ee][Tt][Ss]$/,
  ),
  openPath('extension-open', 'With an extension the path of the list needs no key.', /^pets\.\w+$/),
];
