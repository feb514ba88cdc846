import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/cli/parse/base-url.ts';
import { refusal } from '../given.ts';

describe('base URLs', () => {
  test.each([
    ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
    ['http://localhost:8080/v1/', 'http://localhost:8080/v1'],
    ['https://api.example.com', 'https://api.example.com'],
    ['HTTPS://API.example.com:443/v1//', 'https://api.example.com/v1'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['http://10.0.0.1/a/b/v1', 'http://10.0.0.1/a/b/v1'],
    ['http://host/at@sign/v1', 'http://host/at@sign/v1'],
  ])('%s is %s', (text, baseUrl) => {
    expect(parseBaseUrl(text)).toBe(baseUrl);
  });

  test.each([
    ['localhost:8080/v1', /did you mean http:\/\/localhost:8080\/v1\?$/],
    ['localhost', /did you mean http:\/\/localhost\?$/],
    ['127.0.0.1:3000', /did you mean http:\/\/127\.0\.0\.1:3000\?$/],
    ['[::1]:8080/v1', /did you mean http:\/\/\[::1\]:8080\/v1\?$/],
    ['api.example.com/v1', /did you mean https:\/\/api\.example\.com\/v1\?$/],
    ['http:/localhost:8080/v1', /did you mean http:\/\/localhost:8080\/v1\?$/],
    ['//localhost/v1', /did you mean http:\/\/localhost\/v1\?$/],
    ['ftp://localhost/v1', /"ftp:" is neither http nor https/],
    ['http://localhost/v1?', /has no query/],
    ['http://localhost/v1?a=b', /has no query/],
    ['http://localhost/v1#', /has no fragment/],
    ['http://localhost:99999/v1', /is not a URL/],
    ['http://', /is not a URL/],
    [' http://localhost/v1', /white space/],
    ['http://local\nhost/v1', /white space or a control character/],
    ['/v1', /write e.g. http:\/\/localhost:8080\/v1/],
  ])('%j is refused', (text, message) => {
    expect(refusal(() => parseBaseUrl(text))).toMatch(message);
  });

  test.each([
    'http://user:S3cr3tPassword@localhost/v1',
    'http://S3cr3tPassword@localhost/v1',
    'http://@localhost/v1?S3cr3tPassword',
    'http://localhost/v1?api_key=S3cr3tPassword',
    'user:S3cr3tPassword@localhost/v1',
    'S3cr3tPassword',
    'http://user:S3cr3tPassword@:99999/v1',
  ])('what may be a secret is not repeated: %s', (text) => {
    expect(refusal(() => parseBaseUrl(text))).not.toContain('S3cr3tPassword');
  });

  test('user information is refused, empty too', () => {
    expect(refusal(() => parseBaseUrl('http://@localhost/v1'))).toContain('must not contain a user name');
    expect(refusal(() => parseBaseUrl('http://a:b@localhost/v1'))).toContain('--api-key');
  });

  test('every web address without query and fragment is taken, and taken the same way again', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
        const baseUrl = parseBaseUrl(url);
        expect(baseUrl).not.toMatch(/\/$/);
        expect(parseBaseUrl(baseUrl)).toBe(baseUrl);
        expect(new URL(baseUrl).origin).toBe(new URL(url).origin);
      }),
    );
  });

  test('any text is taken or refused in one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        refusal(() => parseBaseUrl(`${text}\n`));
        if (!URL.canParse(text)) {
          refusal(() => parseBaseUrl(text));
        }
      }),
    );
  });
});
