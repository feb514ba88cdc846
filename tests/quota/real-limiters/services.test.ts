import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { startExpress, startExpressByAddress, startExpressReplicas } from './express-services.ts';
import {
  startFastify,
  startFastifyByAddress,
  startFastifyByRoute,
  startFastifyDefaultHeaders,
  startFastifyWithRoughReset,
} from './fastify-services.ts';
import {
  startFlexible,
  startFlexibleAsDocumented,
  startFlexibleBlocking,
  startFlexibleByHandler,
} from './flexible-services.ts';
import type { LimitedService, StartLimited } from './limited-service.ts';

const minuteMs = 60_000;
const wholeNumber = /^\d+$/;
const unixTime = /^\d{10}$/;
const secondsToGo = /^\d{1,2}$/;

async function ask(service: LimitedService, key: string, path = '/pets', body?: string) {
  const response = await request(service.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body ?? null,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

async function within(start: StartLimited, look: (service: LimitedService) => Promise<void>): Promise<void> {
  const service = await start(minuteMs);
  try {
    await look(service);
  } finally {
    await service.close();
  }
}

async function statuses(service: LimitedService, key: string, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let number = 0; number < count; number += 1) {
    seen.push((await ask(service, key)).status);
  }
  return seen;
}

const twelve = Array.from({ length: 12 }, () => 200);

interface Expected {
  readonly start: StartLimited;
  readonly reset: RegExp;
  readonly retryAfter: RegExp;
  /** What a second key and another operation are answered while the first key is at its limit. */
  readonly otherKey: number;
  readonly otherOperation: number;
}

const conforming = { reset: unixTime, retryAfter: wholeNumber, otherKey: 200, otherOperation: 429 };

const services: readonly (Expected & { readonly name: string })[] = [
  { name: 'express-rate-limit by key', start: startExpress, ...conforming },
  { name: 'express-rate-limit by address', start: startExpressByAddress, ...conforming, otherKey: 429 },
  { name: '@fastify/rate-limit by key', start: startFastify, ...conforming },
  { name: '@fastify/rate-limit with a rough reset', start: startFastifyWithRoughReset, ...conforming },
  {
    name: '@fastify/rate-limit with its own headers',
    start: startFastifyDefaultHeaders,
    ...conforming,
    reset: secondsToGo,
  },
  {
    name: '@fastify/rate-limit by address',
    start: startFastifyByAddress,
    ...conforming,
    reset: secondsToGo,
    otherKey: 429,
  },
  {
    name: '@fastify/rate-limit by route',
    start: startFastifyByRoute,
    ...conforming,
    reset: secondsToGo,
    otherOperation: 200,
  },
  { name: 'rate-limiter-flexible by key', start: startFlexible, ...conforming },
  { name: 'rate-limiter-flexible that blocks', start: startFlexibleBlocking, ...conforming },
  {
    name: 'rate-limiter-flexible as documented',
    start: startFlexibleAsDocumented,
    ...conforming,
    retryAfter: /^\d+(\.\d+)?$/,
  },
];

describe.each(services)('$name', ({ start, reset, retryAfter, otherKey, otherOperation }) => {
  test('serves twelve and refuses the next, in its way', async () => {
    await within(start, async (service) => {
      const first = await ask(service, service.keys.free);
      expect([
        first.status,
        first.headers['x-ratelimit-limit'],
        first.headers['x-ratelimit-remaining'],
      ]).toEqual([200, '12', '11']);
      expect(first.headers['x-ratelimit-reset']).toMatch(reset);
      expect(await statuses(service, service.keys.free, 11)).toEqual(twelve.slice(1));
      const refused = await ask(service, service.keys.free);
      expect([refused.status, refused.headers['x-ratelimit-remaining']]).toEqual([429, '0']);
      expect(refused.headers['retry-after']).toMatch(retryAfter);
      expect(refused.headers['x-ratelimit-reset']).toMatch(reset);
      expect((await ask(service, service.secondKeys.free)).status).toBe(otherKey);
      expect((await ask(service, service.keys.free, '/pets/1')).status).toBe(otherOperation);
    });
  });

  test('is otherwise the reference', async () => {
    await within(start, async (service) => {
      const created = await ask(service, service.keys.free, '/pets', '{"name":"Rex","categoryId":1}');
      expect([created.status, created.headers['content-type']]).toEqual([201, 'application/json']);
      const id = /"id":(\d+)/.exec(created.text)?.[1];
      expect((await ask(service, service.keys.free, `/pets/${id}`)).text).toBe(created.text);
      expect((await ask(service, service.keys.free, '/pets', '{')).status).toBe(400);
      expect((await ask(service, 'nobody')).status).toBe(401);
      expect((await ask(service, service.keys.free, '/nowhere')).status).toBe(404);
    });
  });
});

test('two replicas of express-rate-limit serve twice as much', async () => {
  await within(startExpressReplicas, async (service) => {
    expect(await statuses(service, service.keys.free, 25)).toEqual([...twelve, ...twelve, 429]);
  });
});

test('a throttler by handler gives nothing but Retry-After on a 429', async () => {
  await within(startFlexibleByHandler, async (service) => {
    expect(await statuses(service, service.keys.free, 12)).toEqual(twelve);
    const { status, headers } = await ask(service, service.keys.free);
    expect([status, headers['retry-after'], headers['x-ratelimit-remaining']]).toEqual([
      429,
      '60',
      undefined,
    ]);
    expect((await ask(service, service.keys.free, '/pets/1')).status).toBe(200);
  });
});

test('the documented headers of rate-limiter-flexible have fractions', async () => {
  await within(startFlexibleAsDocumented, async (service) => {
    const waits: (string | string[] | undefined)[] = [];
    for (let number = 0; number < 65; number += 1) {
      waits.push((await ask(service, service.keys.free)).headers['retry-after']);
    }
    expect(waits.filter((wait) => String(wait).includes('.'))).not.toEqual([]);
  });
});
