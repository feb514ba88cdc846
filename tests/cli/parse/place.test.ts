import { expect, test } from 'vitest';
import { parsePlace, writePlace } from '../../../src/cli/parse/place.ts';
import { refusal } from '../given.ts';

const parsed = (value: string) => parsePlace(value);

test.each([
  ['https://eu.example.com/v1/', { kind: 'base URL', baseUrl: 'https://eu.example.com/v1' }],
  ['192.0.2.7', { kind: 'address', address: { ip: '192.0.2.7', port: null } }],
  ['192.0.2.7:8443', { kind: 'address', address: { ip: '192.0.2.7', port: 8443 } }],
  ['2001:db8::7', { kind: 'address', address: { ip: '2001:db8::7', port: null } }],
  ['[2001:db8::7]', { kind: 'address', address: { ip: '2001:db8::7', port: null } }],
  ['[2001:db8::7]:8443', { kind: 'address', address: { ip: '2001:db8::7', port: 8443 } }],
])('%s is read, and written as what reads the same', (text, place) => {
  expect(parsed(text)).toEqual(place);
  expect(parsed(writePlace(parsed(text)))).toEqual(place);
});

test.each([
  'eu.example.com',
  '192.0.2.300',
  '192.0.2.7:',
  '192.0.2.7:65536',
  '192.0.2.7:0',
  '[192.0.2.7',
  '',
  'ftp://192.0.2.7',
])('%j is no place', (text) => {
  expect(refusal(() => parsed(text))).toMatch(/: write e\.g\. |http or https|remove/);
});

test('a key in place of an address is not repeated', () => {
  expect(refusal(() => parsed('bob:kQ7zR2mWx9@192.0.2.7'))).not.toContain('kQ7zR2mWx9');
});
