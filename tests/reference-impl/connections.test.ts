import { Client } from 'undici';
import { expect, it } from 'vitest';
import { startFaultyImplementation } from '../../reference-impl/index.ts';
import { HandMadeClock, noon } from './service-client.ts';

it('tells connections apart, and knows one again', async () => {
  const service = await startFaultyImplementation('counter-per-connection', {
    plans: { free: { perMinute: 2, perDay: 1_000 } },
    clock: new HandMadeClock(noon),
  });
  const clients = [new Client(new URL(service.baseUrl).origin), new Client(new URL(service.baseUrl).origin)];
  try {
    const statuses: number[] = [];
    for (const client of [...clients, ...clients, ...clients]) {
      const headers = { authorization: `Bearer ${service.keys.free}` };
      const answer = await client.request({ method: 'GET', path: '/v1/pets', headers });
      await answer.body.dump();
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
    await service.close();
  }
});
