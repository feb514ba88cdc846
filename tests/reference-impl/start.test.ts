import { connect } from 'node:net';
import { request } from 'undici';
import { expect, it } from 'vitest';
import {
  defaultKeys,
  defaultRevokedKey,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';

it('has keys that are long, mixed, all different, and none of which begins another', () => {
  const keys = [...Object.values(defaultKeys), defaultRevokedKey];
  for (const key of keys) {
    expect(key).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{24,}$/);
    expect(keys.filter((other) => other.toLowerCase().startsWith(key.toLowerCase()))).toEqual([key]);
  }
});

it('returns 500 for an error of its own, and reveals nothing', async () => {
  const broken = await startReferenceImplementation({
    decorate: (parts) => ({ ...parts, listPets: () => Promise.reject(new Error('secret detail')) }),
  });
  try {
    const { statusCode, body } = await listPets(broken);
    const text = await body.text();
    expect(statusCode).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ status: 500 });
    expect(text).not.toMatch(/secret|at /);
  } finally {
    await broken.close();
  }
});

it('rejects where the port is taken, and ends although a connection is kept open', async () => {
  const service = await startReferenceImplementation();
  const port = Number(new URL(service.baseUrl).port);
  await expect(startReferenceImplementation({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await service.close();
  await closed;
  await expect(listPets(service)).rejects.toThrow();
});

function listPets({ baseUrl, keys }: RunningImplementation) {
  return request(`${baseUrl}/pets`, { headers: { authorization: `Bearer ${keys.free}` } });
}
