import { defaulted, flag, list, type Options, single } from './option.ts';
import * as service from './service-values.ts';
import * as value from './values.ts';

const target = 'Target:';
const network = 'Network:';
const ofChecks = { repeated: 'checks' } as const;

export const targetOptions = {
  'base-url': single(
    target,
    service.baseUrl,
    'the base URL, without /pets, e.g. https://staging.example.com/v1',
  ),
  'api-key': single(target, service.apiKey, 'the API key; preferably set ANIMAL_STORE_API_KEY instead', {
    secret: true,
    variable: 'ANIMAL_STORE_API_KEY',
  }),
  plan: single(target, service.plan, 'the plan of that key: free, pro, business or enterprise', ofChecks),
  'plan-limit': list(
    target,
    service.planLimit,
    'the limits of a plan, e.g. enterprise=5000/1000000',
    ofChecks,
  ),
  'revoked-key': single(target, service.apiKey, 'a revoked key, to test that it is refused', {
    secret: true,
    repeated: 'checks',
  }),
  'category-id': list(target, value.categoryId, 'a category that exists in the service', {
    repeated: 'checks',
    otherwise: 'found by the run',
  }),
  'name-template': single(
    target,
    value.nameTemplate,
    "a name that the service accepts, with {tag} for the run's tag, if it restricts names",
    { repeated: 'checks', otherwise: 'found by the run' },
  ),
  minute: defaulted(target, value.minute, '1m', "the length of the service's minute", ofChecks),
  day: defaulted(target, value.duration(), '24h', "the length of the service's day", ofChecks),
  reference: flag(target, 'use the bundled reference implementation, started on a free port', {
    scope: 'command line',
    repeated: 'checks',
  }),
} as const satisfies Options;

/** The options of the connection. Proxies are configured by the variables that all programs use. */
export const networkOptions = {
  header: list(
    network,
    service.header,
    'a header field of every request, e.g. for a gateway; its value is never shown',
    { secret: true, repeated: 'checks' },
  ),
  'ca-file': single(
    network,
    value.text('FILE'),
    'certificates (PEM) to trust in addition to the usual ones',
    ofChecks,
  ),
  'client-certificate': single(network, value.text('FILE'), 'the client certificate (PEM)', ofChecks),
  'client-key': single(network, value.text('FILE'), 'its private key (PEM)', {
    repeated: 'checks',
    otherwise: 'in the same file',
  }),
} as const satisfies Options;
