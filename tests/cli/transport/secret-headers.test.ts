import { expect, test } from 'vitest';
import { secretHeaders } from '../../../src/cli/keys/last-redactor.ts';
import { directTransport } from '../../../src/target/transport.ts';

const shownAs = '$ANIMAL_STORE_HEADER_1';

function sought(name: string, value: string) {
  const transport = { ...directTransport, headers: [{ name, value, shownAs }] };
  return secretHeaders({ transport, baseUrl: 'https://Staging.example.com:8443/v1' });
}

test.each(['X-Gateway-Token', 'Cookie', 'X-API-Key', 'CF-Access-Client-Secret'])(
  'what opens something is looked for in what is written: %s',
  (name) => {
    expect(sought(name, 'gatewayToken7Q')).toEqual([{ value: 'gatewayToken7Q', shownAs }]);
    expect(sought(name, '8473928374928374')).toHaveLength(1);
  },
);

test.each([
  ['X-Tenant', 'acme-internal'],
  ['X-Auth-Version', '2026-11-21'],
  ['X-Auth-Id', '48151623'],
  ['X-Auth-Address', '127.0.0.1:8443'],
  ['X-Auth-Realm', 'staging.example.com'],
  ['X-Token-Audience', 'https://staging.example.com:8443'],
])('a value that every record contains is no secret, and removes no report: %s: %s', (name, value) => {
  expect(sought(name, value)).toEqual([]);
});

test('without fields nothing is looked for', () => {
  expect(secretHeaders({ baseUrl: 'http://127.0.0.1/v1' })).toEqual([]);
});
