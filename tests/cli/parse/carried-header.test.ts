import { expect, test } from 'vitest';
import { parseCarriedHeader } from '../../../src/cli/parse/carried-header.ts';
import { refusal } from '../given.ts';

test('a field is its name and its value', () => {
  const fields = ['X-Tenant: acme', 'x-tenant:acme', 'Cookie: a=1; b=2:3', 'X-Empty:  .  '];
  expect(fields.map(parseCarriedHeader)).toEqual([
    { name: 'X-Tenant', value: 'acme' },
    { name: 'x-tenant', value: 'acme' },
    { name: 'Cookie', value: 'a=1; b=2:3' },
    { name: 'X-Empty', value: '.' },
  ]);
});

test.each([
  ['X-Tenant', 'this is not NAME: VALUE'],
  [': acme', 'this is not NAME: VALUE'],
  ['X Tenant: acme', 'this is not NAME: VALUE'],
  ['X-Tenant:', 'X-Tenant has no value'],
  ['X-Tenant: a\r\nHost: b', 'characters other than printable ASCII'],
  ['X-Tenant: ä', 'characters other than printable ASCII'],
  [
    'Authorization: Bearer x',
    'Authorization is for the checks themselves to write: leave it out; pass keys with',
  ],
  ['host: example.com', 'host is for the checks themselves to write'],
  ['Content-Type: text/plain', 'Content-Type is for the checks themselves to write'],
  ['proxy-authorization: x', 'proxy-authorization is for the checks themselves to write'],
  ['Range: bytes=0-1', 'Range is for the checks themselves to write'],
  ['If-None-Match: *', 'If-None-Match is for the checks themselves to write'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding is for the checks themselves to write'],
])('%j is refused', (text, message) => {
  expect(refusal(() => parseCarriedHeader(text))).toContain(message);
});

test('a value is never repeated', () => {
  for (const text of ['s3cretValue', 'X-Key: s3cretValue\u0007', 'Host: s3cretValue']) {
    expect(refusal(() => parseCarriedHeader(text))).not.toContain('s3cretValue');
  }
});
