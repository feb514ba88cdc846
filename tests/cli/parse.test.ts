import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseApiKey } from '../../src/cli/parse/api-key.ts';
import { parseBaseUrl } from '../../src/cli/parse/base-url.ts';
import { longestDurationMs, parseDuration, writeDuration } from '../../src/cli/parse/duration.ts';
import { parsePlace, writePlace } from '../../src/cli/parse/place.ts';
import { largestSeed, parseCategoryId, parseWholeNumber } from '../../src/cli/parse/whole-number.ts';
import { refusal } from './given.ts';

const duration = (text: string) => parseDuration(text, 'zero allowed');
const seed = (text: string) => parseWholeNumber(text, 0, largestSeed);
const address = (ip: string, port: number | null = null) => ({ kind: 'address', address: { ip, port } });

test.each([
  ['https://eu.example.com/v1/', { kind: 'base URL', baseUrl: 'https://eu.example.com/v1' }],
  ['192.0.2.7', address('192.0.2.7')],
  ['192.0.2.7:8443', address('192.0.2.7', 8443)],
  ['2001:db8::7', address('2001:db8::7')],
  ['[2001:db8::7]', address('2001:db8::7')],
  ['[2001:db8::7]:8443', address('2001:db8::7', 8443)],
])('%s is a place', (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});

const unsendable = fc.constantFrom(...'\n\r\0\t\u007f\u0085Ā€\u2028', '🐕', '\ud800');

test('an API key is any that a header field can carry', () => {
  const visible = fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa1, max: 0xff }));
  const unit = visible.map((codePoint) => String.fromCodePoint(codePoint));
  const ofAny = fc.string({ unit }).map((text) => `kq7Wm2Xv${text}`);
  fc.assert(
    fc.property(ofAny, unsendable, (key, character) => {
      expect(parseApiKey(key)).toBe(key);
      expect(refusal(() => parseApiKey(`${key}${character}${key}`))).toMatch(
        new RegExp(`character ${key.length + 1} of the API key is U\\+[0-9A-F]{4}`),
      );
    }),
  );
});

test('a base URL is any web address without query and fragment, and is read the same again', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
      const baseUrl = parseBaseUrl(url);
      expect(baseUrl).not.toMatch(/\/$/);
      expect(parseBaseUrl(baseUrl)).toBe(baseUrl);
      expect(new URL(baseUrl).origin).toBe(new URL(url).origin);
    }),
  );
});

test('any other text is refused in one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!/^\d+(ms|s|m|h)$/.test(text) && !URL.canParse(text));
      refusal(() => duration(text));
      refusal(() => parseBaseUrl(text));
      refusal(() => parseBaseUrl(`${text}\n`));
    }),
  );
});

test('numbers, durations and places are read back as they are written', () => {
  const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const number = fc.integer({ min: 0, max: largestSeed });
  fc.assert(
    fc.property(id, number, fc.integer({ min: 0, max: longestDurationMs }), (category, whole, durationMs) => {
      expect(parseCategoryId(String(category))).toBe(category);
      expect(seed(String(whole))).toBe(whole);
      expect(duration(writeDuration(durationMs))).toBe(durationMs);
    }),
    { examples: [[2n ** 53n + 1n, largestSeed, 0]] },
  );
  for (const text of [
    'https://eu.example.com/v1',
    '192.0.2.7',
    '192.0.2.7:8443',
    '2001:db8::7',
    '[::1]:8443',
  ]) {
    expect(writePlace(parsePlace(text))).toBe(text);
  }
});
