import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseApiKey } from '../../src/cli/parse/api-key.ts';
import { parseBaseUrl } from '../../src/cli/parse/base-url.ts';
import { parseCarriedHeader } from '../../src/cli/parse/carried-header.ts';
import { longestDurationMs, parseDuration, writeDuration } from '../../src/cli/parse/duration.ts';
import { parseNameTemplate } from '../../src/cli/parse/name-template.ts';
import { parsePlace, writePlace } from '../../src/cli/parse/place.ts';
import { parsePlanLimit, parseQuotaKey, plans, requireKey } from '../../src/cli/parse/plan-limit.ts';
import {
  largestCount,
  largestSeed,
  parseCategoryId,
  parseShare,
  parseWholeNumber,
} from '../../src/cli/parse/whole-number.ts';
import { refusal } from './given.ts';

const duration = (text: string) => parseDuration(text, 'zero allowed');
const seed = (text: string) => parseWholeNumber(text, 0, largestSeed);
const count = (text: string) => parseWholeNumber(text, 1, largestCount);
const address = (ip: string, port: number | null = null) => ({ kind: 'address', address: { ip, port } });

test.each<[(text: string) => unknown, ...(readonly [string, unknown])[]]>([
  [
    parseBaseUrl,
    ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
    ['http://localhost:8080/v1/', 'http://localhost:8080/v1'],
    ['https://api.example.com', 'https://api.example.com'],
    ['HTTPS://API.example.com:443/v1//', 'https://api.example.com/v1'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['http://10.0.0.1/a/b/v1', 'http://10.0.0.1/a/b/v1'],
    ['http://host/at@sign/v1', 'http://host/at@sign/v1'],
  ],
  [
    parseCarriedHeader,
    ['X-Tenant: acme', { name: 'X-Tenant', value: 'acme' }],
    ['x-tenant:acme', { name: 'x-tenant', value: 'acme' }],
    ['Cookie: a=1; b=2:3', { name: 'Cookie', value: 'a=1; b=2:3' }],
    ['X-Empty:  .  ', { name: 'X-Empty', value: '.' }],
  ],
  [duration, ['500ms', 500], ['5s', 5_000], ['2m', 120_000], ['24h', 86_400_000], ['0s', 0]],
  [parseNameTemplate, ['{tag}', '{tag}'], ['Zoë {tag}!', 'Zoë {tag}!']],
  [
    parsePlace,
    ['https://eu.example.com/v1/', { kind: 'base URL', baseUrl: 'https://eu.example.com/v1' }],
    ['192.0.2.7', address('192.0.2.7')],
    ['192.0.2.7:8443', address('192.0.2.7', 8443)],
    ['2001:db8::7', address('2001:db8::7')],
    ['[2001:db8::7]', address('2001:db8::7')],
    ['[2001:db8::7]:8443', address('2001:db8::7', 8443)],
  ],
  [parseShare, ['0', 0], ['1', 1], ['0.67', 0.67], ['1.0', 1], ['0.123456', 0.123456]],
  [count, ['1', 1]],
])('%o reads what is allowed', (parse, ...rows) => {
  for (const [text, value] of rows) {
    expect(parse(text), text).toEqual(value);
  }
});

const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);
const unsendable = fc.constantFrom(
  '\n',
  '\r',
  '\0',
  '\t',
  '\u007f',
  '\u0085',
  'Ā',
  '€',
  '\u2028',
  '🐕',
  '\ud800',
);

test.each<[(text: string) => unknown, ...((secret: string, unsendable: string) => string)[]]>([
  [parseApiKey, (key, character) => `${key}${character}${key}`],
  [
    parseBaseUrl,
    (key) => `http://user:${key}@localhost/v1`,
    (key) => `http://${key}@localhost/v1`,
    (key) => `http://@localhost/v1?${key}`,
    (key) => `http://localhost/v1?api_key=${key}`,
    (key) => `user:${key}@localhost/v1`,
    (key) => key,
    (key) => `http://user:${key}@:99999/v1`,
  ],
  [parseCarriedHeader, (key) => key, (key) => `X-Key: ${key}\u0007`, (key) => `Host: ${key}`],
  [parsePlace, (key) => `bob:${key}@192.0.2.7`],
  [parseQuotaKey, (key) => key, (key) => `${key}=`],
])('%o never repeats what may be a key', (parse, ...texts) => {
  fc.assert(
    fc.property(secret, unsendable, (key, character) => {
      for (const textOf of texts) {
        expect(refusal(() => parse(textOf(key, character)))).not.toContain(key);
      }
    }),
  );
});

test('an API key is any that a header field can carry', () => {
  const visible = fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa1, max: 0xff }));
  const unit = visible.map((codePoint) => String.fromCodePoint(codePoint));
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1 }), unsendable, (key, character) => {
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

test('a plan has its key, and its limits', () => {
  const figure = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const key = fc.stringMatching(/^[A-Za-z0-9=_~+/.-]{1,40}$/);
  fc.assert(
    fc.property(fc.constantFrom(...plans), key, figure, figure, (plan, text, one, other) => {
      const [perMinute, perDay] = [Math.min(one, other), Math.max(one, other)];
      expect(parsePlanLimit(`${plan}=${perMinute}/${perDay}`)).toEqual({ plan, perMinute, perDay });
      expect(parseQuotaKey(`${plan}=${text}`)).toEqual({ plan, key: text });
      expect(parseQuotaKey(plan)).toEqual({ plan, key: '' });
    }),
  );
  const keyless = { value: parseQuotaKey('pro'), label: '--option' };
  expect(refusal(() => requireKey(keyless))).toBe('--option: this is not PLAN=KEY: write e.g. pro=KEY');
});
