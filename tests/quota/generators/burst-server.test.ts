import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { writeOrder } from '../../../src/quota/generators/burst-message.ts';
import { GeneratorClient } from '../../../src/quota/generators/generator-client.ts';
import { listening } from '../../listening.ts';
import { certificateOfLocalhost, privateKey } from '../../target/certificates.ts';
import { closeAfterwards } from '../wire/test-wire.ts';
import { startTestGenerator, token } from './test-generator.ts';

/** A service that responds when the test releases it, and counts its requests. */
async function startService(): Promise<{ url: string; paths: string[]; letAnswer: () => void }> {
  const paths: string[] = [];
  let letAnswer = () => {};
  const let_ = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    void let_.then(() => response.end('[]'));
  });
  const port = await listening(server);
  closeAfterwards({
    close: async () => {
      letAnswer();
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${port}/v1`, paths, letAnswer };
}

const orderOf = (path = '/v1/pets') =>
  writeOrder({
    startAtMs: 0,
    connections: 1,
    mostRefused: 5,
    timeoutMs: 5_000,
    requests: [{ method: 'GET', path, headers: [], body: null }],
  });

async function ask(url: string, method: string, path: string, body: string | null, bearer = token) {
  const response = await fetch(`${url}${path}`, {
    method,
    body,
    headers: { Authorization: `Bearer ${bearer}` },
  });
  return { status: response.status, text: await response.text() };
}

describe('a generator', () => {
  it.each(['/status', '/clock', '/bursts', '/'])('reveals nothing at %s without its token', async (path) => {
    const { url: target, paths } = await startService();
    const { url } = await startTestGenerator(target);
    for (const wrong of ['', 'x', `${token}x`, token.slice(1)]) {
      const { status, text } = await ask(
        url,
        path === '/bursts' ? 'POST' : 'GET',
        path,
        path === '/bursts' ? orderOf() : null,
        wrong,
      );
      expect({ status, text }).toEqual({
        status: 401,
        text: 'the token of this generator is missing or wrong',
      });
    }
    expect(paths).toEqual([]);
  });

  it('sends nothing that is not below its target', async () => {
    const { url: target, paths } = await startService();
    const { url } = await startTestGenerator(target);
    for (const path of ['http://127.0.0.1:1/v1/pets', '/admin', '/v1/../admin']) {
      const { status, text } = await ask(url, 'POST', '/bursts', orderOf(path));
      expect(status).toBe(400);
      expect(text).toBe('requests[0].path: it is not below the target of this generator');
    }
    expect((await ask(url, 'GET', '/v1/pets', null)).status).toBe(404);
    expect(paths).toEqual([]);
  });

  it('carries out one burst at a time, and reports when it is busy', async () => {
    const { url: target, paths, letAnswer } = await startService();
    const { url } = await startTestGenerator(target);
    const first = ask(url, 'POST', '/bursts', orderOf());
    await expect.poll(() => paths.length).toBe(1);
    expect(await ask(url, 'POST', '/bursts', orderOf())).toEqual({
      status: 409,
      text: 'another burst is in progress',
    });
    expect(JSON.parse((await ask(url, 'GET', '/status', null)).text)).toEqual({
      protocol: 1,
      version: '1.2.3',
      target,
      busy: true,
    });
    letAnswer();
    expect((await first).status).toBe(200);
    expect(paths).toEqual(['/v1/pets']);
  });

  it('ends a burst whose caller disconnected', async () => {
    const { url: target, paths } = await startService();
    const { url } = await startTestGenerator(target);
    const leaving = new AbortController();
    const gone = fetch(`${url}/bursts`, {
      method: 'POST',
      body: orderOf(),
      headers: { Authorization: `Bearer ${token}` },
      signal: leaving.signal,
    }).catch(() => 'gone');
    await expect.poll(() => paths.length).toBe(1);
    leaving.abort();
    expect(await gone).toBe('gone');
    await expect
      .poll(async () => JSON.parse((await ask(url, 'GET', '/status', null)).text).busy, { timeout: 8_000 })
      .toBe(false);
  });

  it('refuses a start that is too far ahead', async () => {
    const { url: target } = await startService();
    const { url } = await startTestGenerator(target, { now: () => -100_000 });
    expect(await ask(url, 'POST', '/bursts', orderOf())).toEqual({
      status: 400,
      text: 'startAtMs: at most 60000 ms ahead',
    });
  });

  it('speaks HTTPS to callers that trust its certificate', async () => {
    const { url: target } = await startService();
    const tls = { certificate: certificateOfLocalhost, privateKey };
    const { url } = await startTestGenerator(target, { host: 'localhost', tls });
    const access = { urls: [url], token };
    const trusting = closeAfterwards(
      new GeneratorClient(url, { ...access, certificateAuthorities: [certificateOfLocalhost] }),
    );
    expect((await trusting.status()).target).toBe(target);
    const other = closeAfterwards(new GeneratorClient(url, { ...access, certificateAuthorities: [] }));
    await expect(other.status()).rejects.toThrow(/^can't be reached: .*certificate/);
  });
});
