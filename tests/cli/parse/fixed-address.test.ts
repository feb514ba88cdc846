import { expect, test } from 'vitest';
import { parseFixedAddress } from '../../../src/cli/parse/fixed-address.ts';
import { given, refusal } from '../given.ts';

test.each([
  ['Staging.example.com:443:192.0.2.7', 'staging.example.com', '443', '192.0.2.7'],
  ['a:0080:[2001:db8::1]', 'a', '80', '2001:db8::1'],
  ['a:80:::1', 'a', '80', '::1'],
])('%s', (text, host, port, address) => {
  expect(parseFixedAddress(given(text))).toEqual({ host, port, address });
});

test.each([
  ['a:80', 'is not HOST:PORT:ADDRESS'],
  ['a:http:1.2.3.4', 'is not HOST:PORT:ADDRESS'],
  ['a:65536:1.2.3.4', 'is not HOST:PORT:ADDRESS'],
  ['[::1]:80:1.2.3.4', 'is not HOST:PORT:ADDRESS'],
  ['a:80:b', '"b" is no IP address'],
  ['127.0.0.1:80:127.0.0.2', '"127.0.0.1" is an address already'],
])('%s is refused', (text, message) => {
  expect(refusal(() => parseFixedAddress(given(text)))).toContain(message);
});
