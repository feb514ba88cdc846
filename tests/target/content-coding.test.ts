import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { targetLimits } from '../../src/target/limits.ts';
import { request, targetOf } from './test-target.ts';

const text = JSON.stringify([{ id: 1, name: 'ä'.repeat(50) }]);

const quickBrotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

async function exchangeOf(codings: readonly string[], body: Buffer, method = 'GET') {
  const { server, target } = await targetOf((socket) => {
    const fields = codings.map((coding) => `Content-Encoding: ${coding}\r\n`).join('');
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${fields}\r\n`);
    if (method !== 'HEAD') {
      socket.write(body);
    }
  });
  const exchange = await target.send(request({ method }), 'check');
  expect(server.requests[0]?.lines.join('\n')).not.toMatch(/accept-encoding/i);
  return exchange;
}

describe('content codings', () => {
  it.each([
    ['gzip', ['gzip'], gzipSync(text)],
    ['x-gzip in capitals', ['X-GZIP'], gzipSync(text)],
    ['deflate', ['deflate'], deflateSync(text)],
    ['deflate without its header', ['deflate'], deflateRawSync(text)],
    ['br', ['br'], brotliCompressSync(text)],
    ['identity', ['identity'], Buffer.from(text)],
    ['two in one field', ['gzip, br'], brotliCompressSync(gzipSync(text))],
    ['two in two fields', ['deflate', 'gzip'], gzipSync(deflateSync(text))],
  ])('%s is taken off', async (_name, codings, body) => {
    const { response, failure } = await exchangeOf(codings, body);
    expect(failure).toBeNull();
    expect(response).toMatchObject({ body: text, bodyBytes: Buffer.byteLength(text), utf8: true });
  });

  it.each([
    ['gzip', Buffer.from(text)],
    ['br', Buffer.from(text)],
    ['deflate', Buffer.from([0x78, 0x9c, 0xff, 0xff])],
  ])('broken %s is a failure, the answer stays', async (coding, body) => {
    const { response, failure } = await exchangeOf([coding], body);
    expect(failure?.code).toBe('bad-content-encoding');
    expect(failure?.detail).toContain(coding);
    expect(response?.status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, -12)],
    ['br', quickBrotli(Buffer.from(text)).subarray(0, -2)],
    ['deflate', deflateSync(text).subarray(0, -6)],
  ])('%s that ends too early is a truncated body', async (coding, body) => {
    expect((await exchangeOf([coding], body)).failure?.code).toBe('truncated');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', quickBrotli],
  ])('%s that breaks off is read as far as it goes', async (coding, encode) => {
    const long = Array.from({ length: 20_000 }, (_, index) => `${index * 7919} `).join('');
    const { failure, response } = await exchangeOf([coding], encode(Buffer.from(long)).subarray(0, 30_000));
    expect(failure).toEqual({ code: 'truncated', detail: `the body ends before its ${coding} coding does` });
    expect(response?.bodyBytes).toBeGreaterThan(50_000);
    expect(long.startsWith(response?.body ?? '-')).toBe(true);
  });

  it.each([
    ['gzip', [gzipSync]],
    ['br', [quickBrotli]],
    ['gzip, gzip', [gzipSync, gzipSync]],
  ])('a %s bomb goes no further than the limit', async (coding, steps) => {
    let body: Buffer = Buffer.alloc(targetLimits.bodyBytes * 2, 'ab');
    for (const step of steps) {
      body = step(body);
    }
    const { response, failure } = await exchangeOf([coding], body);
    expect(failure?.code).toBe('body-too-large');
    expect(response?.body).toBe('');
  });

  it('reports no service for a coding that this client lacks', async () => {
    const { response, failure } = await exchangeOf(['zstd'], Buffer.from('abc'));
    expect(failure).toEqual({
      code: 'other',
      detail: 'the body has the content coding "zstd", which this client can not read',
    });
    expect(response?.bodyBytes).toBe(3);
    expect((await exchangeOf(['gzip,gzip,gzip,gzip'], Buffer.from('abc'))).failure?.code).toBe('other');
  });

  it('decodes nothing where there is no body', async () => {
    expect(await exchangeOf(['gzip'], gzipSync(text), 'HEAD')).toMatchObject({
      failure: null,
      response: { body: '', bodyBytes: 0 },
    });
    expect((await exchangeOf(['gzip'], Buffer.alloc(0))).failure).toBeNull();
  });
});
