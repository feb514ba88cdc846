import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NotRecorded } from '../../src/recorded/recorded-traffic.ts';
import { propertyRuns } from '../property-runs.ts';
import { baseUrl, entry, exchangesOf, harText, read, recordedKey } from './har-text.ts';

function refusal(text: string, base: string | null = null): string {
  try {
    read(text, base);
  } catch (error) {
    expect(error).toBeInstanceOf(NotRecorded);
    return error instanceof Error ? error.message : '';
  }
  return 'nothing was refused';
}

const asked = (url: string) => entry({ request: { method: 'GET', url, headers: [] } });

const carrying = (key: string) =>
  entry({
    request: {
      method: 'GET',
      url: `${baseUrl}/pets`,
      headers: [{ name: 'Authorization', value: `Bearer ${key}` }],
    },
  });

describe('a HAR', () => {
  test.each([
    ['', 'is not JSON; pass a HAR, or a journal.ndjson of this program'],
    ['not json', 'is not JSON; pass a HAR'],
    [
      `{"log":{"entries":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}}`,
      'is not a HAR: its JSON is nested more than 2500 levels deep',
    ],
    [harText([entry()]).slice(0, -100), 'is not JSON: it is truncated; export it again'],
    ['[]', 'is neither a HAR (it has no log.entries) nor a journal.ndjson'],
    ['{"log":{"entries":{}}}', 'is neither a HAR'],
    [harText([]), 'is a HAR without a single request: nothing to judge'],
    [harText([null, 7, {}, { request: 'x' }]), 'is a HAR without a single request'],
    [harText([asked('https://a.example/dogs')]), 'has no request to /pets'],
    [harText([asked('nonsense')]), 'has no request to /pets'],
    [
      harText(Array.from({ length: 1_001 }, (_, index) => carrying(`kQ7zR2mWx9LpVt${index}`))),
      'holds 1,001 different keys below https://animals.example/v1: the limit is 1,000, so judge it in parts',
    ],
    [
      harText([
        asked('https://a.example/v1/pets'),
        asked('https://a.example/v1/pets/7'),
        asked('https://b.example/pets'),
      ]),
      'below several base URLs: https://a.example/v1 (2), https://b.example (1); choose one with --base-url',
    ],
    [harText([entry({ response: { status: 0 } })]), 'has no response of the service below'],
  ])('that holds nothing to judge is one clear line: %#', (text, message) => {
    expect(refusal(text)).toMatch(/^"x\.har" [^\n]+$/);
    expect(refusal(text)).toContain(message);
  });

  test('the base URL selects entries, and one that matches none is refused', () => {
    const text = harText([asked('https://a.example/v1/pets'), asked('https://b.example/pets?limit=1#top')]);
    const [one] = exchangesOf(read(text, 'https://b.example'));
    expect(one?.request.target).toBe('/pets?limit=1');
    expect(refusal(text, 'https://c.example')).toContain('has no request below https://c.example');
  });

  test('entries that say nothing of the service are left out and counted', () => {
    const traffic = read(
      harText([
        entry(),
        'garbage',
        asked('https://elsewhere.example/'),
        entry({ response: { status: 0, _error: 'net::ERR_FAILED' } }),
        entry(),
        entry({ _fromCache: 'disk' }),
        entry({ _fetchType: 'Memory Cache' }),
        entry({ _wasFulfilled: true }),
        entry({ response: { status: 407, headers: [{ name: 'Proxy-Authenticate', value: 'Basic' }] } }),
        entry({ response: { status: 200, headers: [], content: { text: '[]' } } }),
        entry({ request: { method: 'OPTIONS', url: `${baseUrl}/pets` } }),
        entry({ request: { method: 'POST', url: `${baseUrl}/pets`, bodySize: 12 } }),
        entry({ startedDateTime: '9999-01-01T00:00:00.000Z' }),
        entry({ startedDateTime: '1970-01-01T00:00:01.000Z' }),
        entry({ response: { status: '200 OK' } }),
        entry({
          request: {
            method: 'GET',
            url: `${baseUrl}/pets`,
            headers: [{ name: 'Authorization', value: null }],
          },
        }),
      ]),
    );
    expect(exchangesOf(traffic)).toHaveLength(1);
    expect(traffic.notes.join('\n')).toMatchInlineSnapshot(`
      "1 of its entries are duplicates: left out
      1 of its entries are no requests with a method and URL: left out
      1 of its entries go elsewhere: left out
      1 of its entries have no response, and the recording does not show which side gave up: left out
      3 of its entries were served from a cache of the client or by a test double: left out
      1 of its entries were served by a proxy: left out
      1 of its entries have a response whose header fields are not recorded: left out
      1 of its entries are CORS preflights, to which a gateway may respond: left out
      1 of its entries had a body that is not recorded, or not as it was sent: left out
      2 of its entries have no time from 2000 to 2099: left out
      1 of its entries have a status that is no number: left out
      1 of its entries have header fields without a readable value: left out"
    `);
  });

  test('bodies are read as they were recorded, and what is missing counts as broken off', () => {
    const type = { name: 'Content-Type', value: 'application/json' };
    const bodyOf = (content: unknown, ...headers: unknown[]) =>
      exchangesOf(
        read(harText([entry({ response: { status: 200, headers: [type, ...headers], content } })])),
      )[0];
    const length = (value: string) => ({ name: 'Content-Length', value });
    expect(bodyOf({ size: 2, text: 'W10=', encoding: 'base64' })?.response?.body).toBe('[]');
    expect(bodyOf({ size: 1, text: '/w==', encoding: 'base64' })?.response).toMatchObject({ utf8: false });
    expect(bodyOf({ size: 0 }, length('0'))).toMatchObject({ failure: null, response: { body: '' } });
    expect(bodyOf({ text: '"\ufffd"' }, length('5'))).toMatchObject({ failure: null });
    const gzip = { name: 'Content-Encoding', value: 'gzip' };
    expect(bodyOf({ text: '"ZoÃ"' }, length('31'), gzip)).toMatchObject({ failure: null });
    const coding = (value: string) => ({ name: 'Content-Encoding', value });
    const whole = '[{"id":1,"name":"Zoë","categoryId":1}]';
    // Some recorders keep compressed bytes, as base64 or one character for each.
    for (const bytes of [gzipSync(whole), deflateSync(whole), brotliCompressSync(whole)]) {
      const written = [
        { text: bytes.toString('base64'), encoding: 'base64' },
        { text: bytes.toString('latin1') },
      ];
      for (const content of written) {
        expect(bodyOf(content, gzip)).toMatchObject({ failure: { code: 'interrupted' } });
      }
    }
    // A service that labels plain text as compressed is at fault, and recorders keep the label of what they decoded.
    expect(bodyOf({ text: '<h1>' }, gzip)).toMatchObject({ failure: null, response: { body: '<h1>' } });
    for (const [content, ...headers] of [
      [undefined],
      [{}],
      [{ size: 5 }],
      [{ size: 5, text: '[]' }],
      [{ text: '%%', encoding: 'base64' }],
      [{ size: 0 }],
      [{ size: 0, text: '' }, length('40')],
      [{ size: 2, text: '[1' }, length('40')],
      [{ text: 'WzE=', encoding: 'base64' }, length('40')],
      [{ text: '[{"id":5,"na...' }],
      [{ text: '"Zo\ufffd"' }],
      [{ text: '[]', encoding: 'quoted-printable' }],
      [{ text: 'KLUv/SQCEQAAW10=', encoding: 'base64' }, coding('zstd')],
      [{ text: 'AAAA', encoding: 'base64' }, coding('compress')],
      [{ text: '2\r\n[]\r\n0\r\n\r\n' }],
      [{ text: '5;a=b\n[\n]' }, { name: 'Transfer-Encoding', value: 'chunked' }],
      [{ text: '"ZoÃ«"' }],
      [{ text: '"ðŸ\u0090ˆ"' }, length('6')],
    ]) {
      expect(bodyOf(content, ...headers)).toMatchObject({ failure: { code: 'interrupted' } });
    }
  });

  test.each([
    [
      'header values that are numbers',
      { headers: [{ name: 'X-RateLimit-Limit', value: 60 }] },
      'X-RateLimit-Limit: 60',
    ],
    ['a status as text', { status: '201', headers: [{ name: 'Date', value: 'now' }] }, 'Date: now'],
  ])('%s are read', (_what, response, field) => {
    const [one] = exchangesOf(read(harText([entry({ response: { status: 200, ...response } })])));
    expect(one?.response?.headers.map((pair) => pair.join(': '))).toEqual([field]);
    expect(one?.response?.status).toBe('status' in response ? 201 : 200);
  });

  test('a creation counts only as it was sent', () => {
    const sent = (body: string, length: string) =>
      read(
        harText([
          entry(),
          entry({
            request: {
              method: 'POST',
              url: `${baseUrl}/pets`,
              headers: [{ name: 'Content-Length', value: length }],
              postData: { text: body },
            },
          }),
        ]),
      );
    expect(exchangesOf(sent('{"name":"Zoë"}', '15'))).toHaveLength(2);
    const inBase64 = (body: string, encoding = 'base64') =>
      read(
        harText([
          entry(),
          entry({
            request: { method: 'POST', url: `${baseUrl}/pets`, postData: { text: body, encoding } },
          }),
        ]),
      );
    const [, decoded] = exchangesOf(inBase64('eyJuYW1lIjoiWm/DqyJ9'));
    expect(decoded?.request.body).toBe('{"name":"Zoë"}');
    expect(inBase64('{"name":"Zo"}').notes).toHaveLength(1);
    expect(inBase64('{"name":"Zo"}', 'rot13').notes).toHaveLength(1);
    for (const [body, length] of [
      ['{"name":"Zo?"}', '15'],
      ['{"name":"Zo', '15'],
      ['{"name":"ZoÃ«"}', '15'],
      ['{"name":"ZoÃ«"}', ''],
      ['', '15'],
    ] as const) {
      expect(sent(body, length).notes).toEqual([
        '1 of its entries had a body that is not recorded, or not as it was sent: left out',
      ]);
    }
  });

  test('says from when on animals may have been changed by what the document does not show', () => {
    const changedBy = (method: string, url: string, status: number) =>
      read(
        harText([
          entry({ startedDateTime: '2026-01-01T10:00:00.100Z' }),
          entry({
            startedDateTime: '2026-01-01T10:00:00.700Z',
            request: { method, url, headers: [], bodySize: 7 },
            response: { status, headers: [] },
          }),
        ]),
      ).changedAtMs;
    const { origin } = new URL(baseUrl);
    expect(changedBy('DELETE', `${baseUrl}/pets/7`, 204)).toBe(600);
    expect(changedBy('DELETE', `${baseUrl}/pets/7`, 0)).toBe(600);
    expect(changedBy('PATCH', `${origin}/admin/7`, 500)).toBe(600);
    expect(changedBy('POST', `${baseUrl}/pets/7/sell`, 202)).toBe(600);
    expect(changedBy('POST', `${origin}/admin/animals`, 200)).toBe(600);
    expect(changedBy('POST', `${baseUrl}/pets`, 201)).toBeNull();
    expect(changedBy('POST', `${origin}/login`, 200)).toBeNull();
    expect(changedBy('PUT', `${baseUrl}/pets/7`, 405)).toBeNull();
    expect(changedBy('PUT', 'https://elsewhere.example/v1/animals/7', 200)).toBe(600);
    expect(changedBy('PUT', 'https://elsewhere.example/carts/7', 200)).toBeNull();
    expect(changedBy('DELETE', `${baseUrl}/pets/7`, 408)).toBe(600);
    expect(changedBy('POST', `${origin}/test/reset`, 200)).toBe(600);
  });

  test('anything at all is read or refused in one line', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, -1, '', [], {}, '\ud800', 1e308));
    const names = ['startedDateTime', 'time', 'timings', 'request', 'response', 'connection', 'cache'];
    const broken = fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom('', 'headers', 'content', 'postData', 'url', 'status'),
        odd,
      )
      .map(([name, inner, value]) => {
        const made: Record<string, unknown> = entry();
        const part = made[name];
        made[name] = inner !== '' && typeof part === 'object' ? { ...part, [inner]: value } : value;
        return made;
      });
    fc.assert(
      fc.property(fc.array(fc.oneof(broken, odd, fc.constant(entry())), { maxLength: 6 }), (entries) => {
        const text = harText(entries);
        try {
          for (const one of exchangesOf(read(text))) {
            expect(JSON.stringify(one)).not.toContain(recordedKey);
            expect(one.finishedAtMs).toBeGreaterThanOrEqual(one.sentAtMs);
          }
        } catch {
          expect(refusal(text)).toMatch(/^"x\.har" [^\n]+$/);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
