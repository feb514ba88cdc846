import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proxyOf } from '../../../src/cli/transport/proxy-of.ts';
import { propertyRuns } from '../../property-runs.ts';

const plain = new URL('http://staging.example.com:8080/v1');
const proxy = 'http://proxy.example.com:3128';

describe('the proxy of a base URL', () => {
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
