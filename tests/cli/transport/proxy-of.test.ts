import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proxyOf } from '../../../src/cli/transport/proxy-of.ts';
import { propertyRuns } from '../../property-runs.ts';

const secure = new URL('https://staging.example.com/v1');
const plain = new URL('http://staging.example.com:8080/v1');
const proxy = 'http://proxy.example.com:3128';

describe('the proxy of a base URL', () => {
  test('is that of its scheme, in small letters before capital ones', () => {
    const environment = {
      HTTPS_PROXY: 'http://capital.example.com:1',
      https_proxy: 'http://small.example.com:2',
      HTTP_PROXY: 'http://plain.example.com:3',
    };
    expect(proxyOf(secure, environment)?.url).toBe('http://small.example.com:2');
    expect(proxyOf(plain, environment)?.url).toBe('http://plain.example.com:3');
    expect(proxyOf(plain, { https_proxy: proxy })).toBeNull();
    expect(proxyOf(secure, { https_proxy: '' })).toBeNull();
    // Emptied in small letters: none, whatever stands in capital ones.
    expect(proxyOf(secure, { https_proxy: '', HTTPS_PROXY: proxy })).toBeNull();
  });

  test('may be without scheme, be spoken TLS to, and ask for a password', () => {
    expect(proxyOf(secure, { HTTPS_PROXY: 'proxy.example.com:3128' })?.url).toBe(proxy);
    expect(proxyOf(secure, { HTTPS_PROXY: 'https://proxy.example.com' })?.url).toBe(
      'https://proxy.example.com',
    );
    expect(proxyOf(secure, { HTTPS_PROXY: 'http://me:p%40ss@proxy.example.com:3128/' })).toEqual({
      url: proxy,
      authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    });
  });

  test.each([
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://127.9.9.9',
    'http://[::1]:80',
    'http://a.localhost',
  ])('is none for this machine: %s', (base) => {
    expect(proxyOf(new URL(base), { HTTP_PROXY: proxy })).toBeNull();
  });
});

describe('a host is left out', () => {
  test.each([
    ['*', 'http://a.example.com'],
    ['example.com', 'http://example.com'],
    ['example.com', 'http://a.example.com'],
    ['.example.com', 'http://a.b.example.com'],
    ['*.example.com', 'http://a.example.com'],
    ['other.test, EXAMPLE.com', 'http://a.example.com'],
    ['other.test example.com', 'http://a.example.com'],
    ['example.com:8080', 'http://example.com:8080'],
    ['example.com:80', 'http://example.com'],
    ['192.0.2.7', 'http://192.0.2.7:8080'],
    ['192.0.2.0/24', 'http://192.0.2.7'],
    ['2001:db8::1', 'http://[2001:db8::1]:8080'],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
    ['2001:db8::/32', 'http://[2001:db8:1::7]'],
  ])('by %s: %s', (left, base) => {
    expect(proxyOf(new URL(base), { http_proxy: proxy, no_proxy: left })).toBeNull();
    expect(proxyOf(new URL(base), { HTTP_PROXY: proxy, NO_PROXY: left })).toBeNull();
  });

  test.each([
    ['', 'http://example.com'],
    [',', 'http://example.com'],
    ['example.com', 'http://anexample.com'],
    ['a.example.com', 'http://example.com'],
    ['example.com:8081', 'http://example.com:8080'],
    ['192.0.2.0/24', 'http://192.0.3.7'],
    ['192.0.2.0/99', 'http://192.0.2.7'],
    ['0.2.7', 'http://192.0.2.7'],
    ['192.0.2.0/24', 'http://[2001:db8::1]'],
  ])('and not by %j: %s', (left, base) => {
    expect(proxyOf(new URL(base), { http_proxy: proxy, no_proxy: left })?.url).toBe(proxy);
  });

  test('any value is accepted without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'*.,:/[]a1 f') }), (left) => {
        expect([null, proxy]).toContain(proxyOf(plain, { http_proxy: proxy, no_proxy: left })?.url ?? null);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
