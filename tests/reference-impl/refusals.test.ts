import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  defaultKeys,
  defaultRevokedKey,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { member } from '../../src/json/exact-json.ts';
import { ask, post } from './service-client.ts';

let service: RunningImplementation;

beforeEach(async () => {
  service = await startReferenceImplementation();
});

afterEach(() => service.close());

describe('keys', () => {
  it('are long, mixed, all different, and none begins another', () => {
    const keys = [...Object.values(defaultKeys), defaultRevokedKey];
    for (const key of keys) {
      expect(key).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{24,}$/);
      expect(keys.filter((other) => other.toLowerCase().startsWith(key.toLowerCase()))).toEqual([key]);
    }
  });

  it('of every plan are accepted', async () => {
    for (const key of Object.values(service.keys)) {
      expect((await ask(service, '/pets', { authorization: `Bearer ${key}` })).status).toBe(200);
    }
  });

  it.each([
    ['none', () => null],
    ['an empty header', () => ''],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['the bare key', (key: string) => key],
    ['no token', () => 'Bearer'],
    ['a prefix', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['one more character', (key: string) => `Bearer ${key}a`],
    ['another letter case', (key: string) => `Bearer ${key.toLowerCase()}`],
    ['the revoked key', () => `Bearer ${defaultRevokedKey}`],
    ['two tokens', (key: string) => `Bearer ${key} ${key}`],
  ])('are refused: %s', async (_title, authorization) => {
    const reply = await ask(service, '/pets', { authorization: authorization(service.keys.free) });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(member(reply.json, 'status')).toBe(401n);
  });

  it('are looked for in the Authorization header only', async () => {
    const key = service.keys.free;
    const headers = { 'x-api-key': key, cookie: `api_key=${key}` };
    const reply = await ask(service, `/pets?api_key=${key}&access_token=${key}`, {
      authorization: null,
      headers,
    });
    expect(reply.status).toBe(401);
  });

  it('come before everything else', async () => {
    const authorization = 'Bearer nobody';
    expect((await post(service, '{', { authorization })).status).toBe(401);
    for (const path of ['/pets?limit=0', '/pets/99', '/pets/abc', '/nowhere']) {
      expect((await ask(service, path, { authorization })).status).toBe(401);
    }
    expect((await ask(service, '/pets', { method: 'DELETE', authorization })).status).toBe(401);
  });
});

describe('paths and methods', () => {
  it.each(['/nowhere', '/store/orders', '/pets/1/toys', '', '/Pets'])(
    'there is nothing at %s',
    async (path) => {
      const reply = await ask(service, path);
      expect(reply.status).toBe(404);
      expect(member(reply.json, 'status')).toBe(404n);
    },
  );

  it.each([
    ['PUT', '/pets', 'GET, POST'],
    ['DELETE', '/pets/1', 'GET'],
    ['PATCH', '/pets/1', 'GET'],
    ['POST', '/pets/1', 'GET'],
    ['OPTIONS', '/pets', 'GET, POST'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const reply = await ask(service, path, { method });
    expect(reply.status).toBe(405);
    expect(reply.headers['allow']).toBe(allow);
    expect(member(reply.json, 'status')).toBe(405n);
  });

  it('HEAD is not allowed, and has no body', async () => {
    const reply = await ask(service, '/pets', { method: 'HEAD' });
    expect([reply.status, reply.headers['allow'], reply.text]).toEqual([405, 'GET, POST', '']);
  });

  it('understands a target in absolute form', async () => {
    const { port } = new URL(service.baseUrl);
    const answer = await raw(
      Number(port),
      `GET ${service.baseUrl}/pets/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.free}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a fault inside', () => {
  it('returns 500 and reveals nothing', async () => {
    const broken = await startReferenceImplementation({
      decorate: (parts) => ({
        ...parts,
        listPets: () => Promise.reject(new Error('secret detail')),
      }),
    });
    try {
      const reply = await ask(broken, '/pets');
      expect(reply.status).toBe(500);
      expect(member(reply.json, 'status')).toBe(500n);
      expect(reply.text).not.toMatch(/secret|at /);
    } finally {
      await broken.close();
    }
  });
});

describe('starting and ending', () => {
  it('rejects where the port is taken', async () => {
    const port = Number(new URL(service.baseUrl).port);
    await expect(startReferenceImplementation({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('ends although a connection is kept open', async () => {
    const open = await startReferenceImplementation();
    const socket = connect(Number(new URL(open.baseUrl).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    await open.close();
    await closed;
    await expect(ask(open, '/pets')).rejects.toThrow();
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}
