import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseApiKey } from '../../src/cli/parse/api-key.ts';
import { parseBaseUrl } from '../../src/cli/parse/base-url.ts';
import { parseCarriedHeader } from '../../src/cli/parse/carried-header.ts';
import { longestDurationMs, parseDuration, writeDuration } from '../../src/cli/parse/duration.ts';
import { parseNameTemplate } from '../../src/cli/parse/name-template.ts';
import { parsePlace, writePlace } from '../../src/cli/parse/place.ts';
import {
  parsePlanLimit,
  parseQuotaKey,
  planLimitsWith,
  plans,
  requireKey,
} from '../../src/cli/parse/plan-limit.ts';
import {
  largestCount,
  largestSeed,
  parseCategoryId,
  parseShare,
  parseWholeNumber,
} from '../../src/cli/parse/whole-number.ts';
import { refusal } from './given.ts';

const duration = (text: string) => parseDuration(text, 'zero allowed');
const longDuration = (text: string) => parseDuration(text, 'above zero');
const seed = (text: string) => parseWholeNumber(text, 0, largestSeed);
const count = (text: string) => parseWholeNumber(text, 1, largestCount);
const stated = (text: string) => ({ value: parsePlanLimit(text), label: '--plan-limit' });
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

test.each<[(text: string) => unknown, ...(readonly [string | RegExp, ...(readonly string[])])[]]>([
  [
    parseApiKey,
    ['white space or a line break', ' key', 'key ', 'key\n', '\tkey', '\u00a0key'],
    ['empty', ''],
  ],
  [
    parseBaseUrl,
    [/did you mean http:\/\/localhost:8080\/v1\?$/, 'localhost:8080/v1', 'http:/localhost:8080/v1'],
    [/did you mean http:\/\/localhost\?$/, 'localhost'],
    [/did you mean http:\/\/localhost\/v1\?$/, '//localhost/v1'],
    [/did you mean http:\/\/127\.0\.0\.1:3000\?$/, '127.0.0.1:3000'],
    [/did you mean http:\/\/\[::1\]:8080\/v1\?$/, '[::1]:8080/v1'],
    [/did you mean https:\/\/api\.example\.com\/v1\?$/, 'api.example.com/v1'],
    ['"ftp:" is neither http nor https', 'ftp://localhost/v1'],
    ['has no query', 'http://localhost/v1?', 'http://localhost/v1?a=b'],
    ['has no fragment', 'http://localhost/v1#'],
    ['is not a URL', 'http://localhost:99999/v1', 'http://'],
    ['white space', ' http://localhost/v1'],
    ['white space or a control character', 'http://local\nhost/v1'],
    ['write e.g. http://localhost:8080/v1', '/v1'],
    ['must not contain a user name', 'http://@localhost/v1'],
    ['--api-key', 'http://a:b@localhost/v1'],
  ],
  [
    parseCarriedHeader,
    ['this is not NAME: VALUE', 'X-Tenant', ': acme', 'X Tenant: acme'],
    ['X-Tenant has no value', 'X-Tenant:'],
    ['characters other than printable ASCII', 'X-Tenant: a\r\nHost: b', 'X-Tenant: ä'],
    ['for the checks themselves to write: leave it out; pass keys with', 'Authorization: Bearer x'],
    [
      'for the checks themselves to write',
      'host: example.com',
      'Content-Type: text/plain',
      'Range: bytes=0-1',
    ],
    ['for the checks themselves to write', 'proxy-authorization: x', 'If-None-Match: *'],
    ['for the checks themselves to write', 'Transfer-Encoding: chunked'],
  ],
  [
    duration,
    [
      /^.*is not a duration: write 500ms, 5s, 2m or 24h$/,
      ...['5', '', 's', '5 s', '-5s', '1.5s', '5S', '1e3s', '5s ', '5min', '٥s', '0x5s'],
    ],
  ],
  [longDuration, ['must be longer than 0', '0m'], ['too long', '9999h', '999999999999999h']],
  [parseNameTemplate, [/./, '', 'Rex', '{TAG}', `{tag}${'x'.repeat(200)}`]],
  [
    parsePlace,
    [': write e.g. ', 'eu.example.com', '192.0.2.300', '192.0.2.7:', '192.0.2.7:65536', '192.0.2.7:0', ''],
    [/: write e\.g\. |http or https|remove/, '[192.0.2.7', 'ftp://192.0.2.7'],
  ],
  [
    parsePlanLimit,
    ['is not PLAN=MINUTE/DAY: write e.g. enterprise=5000/1000000', 'enterprise', 'enterprise=5000'],
    ['did you mean enterprise?', 'enterprize=5000/1000000'],
    ['per minute: "0" is not a whole number', 'free=0/1000'],
    ['per day: "-1" is not a whole number', 'free=60/-1'],
    ['per day: "1,000" is not a whole number', 'free=60/1,000'],
    ['per day', 'free=60/1000/5'],
    ['"free=61/60" grants less per day than per minute', 'free=61/60'],
    ['not one of free, pro, business, enterprise', '=1/2'],
  ],
  [
    parseQuotaKey,
    ['this is not one of free, pro, business, enterprise; write e.g. free=KEY', 'k'],
    ['the text before "=" is not one of free, pro, business, enterprise', '=k'],
    ['did you mean business?', 'busines=k'],
    ['the API key is empty', 'free='],
    ['the API key has white space', 'free= k', 'free=k\n'],
    ['character 2 of the API key is U+0007', 'free=k\u0007y'],
  ],
  [
    parseShare,
    [
      /^"[^\n]*" is not a share from 0 to 1, e\.g\. 0\.67/,
      ...['', '-0.1', '1.1', '67', '67%', '.5', '0.', '0x1', '1e-1', '0.1234567', 'NaN', ' 0.5'],
    ],
  ],
  [
    seed,
    [
      /is not a whole number from 0 to 4294967295$/,
      ...['-1', '4294967296', '1e3', '0x10', '1.0', '', ' 1', '+1', '12345678901234567890', 'NaN'],
    ],
  ],
  [count, [/whole number from 1 on$/, '0']],
  [
    parseCategoryId,
    ['is not an int64', '9223372036854775808', '-9223372036854775809', '1.0', '1e2', 'seven', '', '--1'],
    ['is not an int64', '9'.repeat(90)],
  ],
])('%o refuses anything else in one line', (parse, ...rows) => {
  for (const [message, ...texts] of rows) {
    for (const text of texts) {
      expect(
        refusal(() => parse(text)),
        text,
      ).toMatch(message);
    }
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

test('limits that are passed replace those of the document', () => {
  expect(planLimitsWith([stated('free=5/50'), stated('enterprise=7/70')])).toEqual({
    free: { perMinute: 5, perDay: 50 },
    pro: { perMinute: 300, perDay: 10_000 },
    business: { perMinute: 1_000, perDay: 100_000 },
    enterprise: { perMinute: 7, perDay: 70 },
  });
  expect(planLimitsWith([]).enterprise).toBeUndefined();
  expect(refusal(() => planLimitsWith([stated('free=5/50'), stated('free=6/60')]))).toContain('passed twice');
});
