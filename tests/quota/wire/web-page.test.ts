import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isWebPage } from '../../../src/quota/wire/answer-book.ts';

function answer(status: number, type: string | null, body: string, ...headers: [string, string][]) {
  const fields: [string, string][] = [
    ...(type === null ? [] : [['Content-Type', type] as [string, string]]),
    ...headers,
  ];
  return { status, headers: fields, body: Buffer.from(body) };
}

describe('a web page', () => {
  test.each([
    ['text/html', '<!doctype html><title>Sign in</title>'],
    ['Text/HTML; charset=utf-8', '\ufeff\r\n  <html>'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html/>'],
  ])('is one by its type, %s, and by its first character', (type, body) => {
    expect(isWebPage(answer(200, type, body))).toBe(true);
    expect(isWebPage(answer(302, type, body))).toBe(false);
    expect(isWebPage(answer(429, type, body))).toBe(false);
  });

  it('is one where its body is encoded, and so can not be looked at', () => {
    expect(isWebPage(answer(200, 'text/html', '\u001f\u008b', ['content-encoding', 'gzip']))).toBe(true);
  });

  it('is no JSON, whatever its type', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('text/html', 'application/json', 'text/plain', null),
        (json, type) => {
          expect(isWebPage(answer(200, type, json))).toBe(false);
        },
      ),
    );
  });

  it('is nothing of another type', () => {
    expect(isWebPage(answer(200, 'application/json', '<html>'))).toBe(false);
    expect(isWebPage(answer(200, 'text/htmlx', '<html>'))).toBe(false);
    expect(isWebPage(answer(200, null, '<html>'))).toBe(false);
  });
});
