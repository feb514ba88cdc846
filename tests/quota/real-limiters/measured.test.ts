import { describe, test, vi } from 'vitest';
import { atOnce, expectBlamed, expectClear, longestMs, shortMinute } from '../../suites/quota-verdict.ts';
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
import type { StartLimited } from './limited-service.ts';

vi.setConfig({ maxConcurrency: atOnce });

const conforming: readonly [string, StartLimited][] = [
  ['express-rate-limit by key', startExpress],
  ['@fastify/rate-limit by key', startFastify],
  ['@fastify/rate-limit with a rough reset', startFastifyWithRoughReset],
  ['rate-limiter-flexible by key', startFlexible],
  ['rate-limiter-flexible that blocks', startFlexibleBlocking],
];

interface Expected {
  readonly name: string;
  readonly start: StartLimited;
  readonly due: readonly string[];
  readonly allowed?: readonly string[];
}

const deviating: readonly Expected[] = [
  {
    name: 'express-rate-limit by address',
    start: startExpressByAddress,
    due: ['quota/isolated-between-keys'],
    allowed: ['rate/limit-matches-plan', 'rate/remaining-counts-down', 'quota/fully-granted'],
  },
  {
    name: 'two replicas of express-rate-limit',
    start: startExpressReplicas,
    due: ['quota/never-exceeded'],
    allowed: ['rate/remaining-counts-down', 'quota/limit-enforced'],
  },
  {
    name: '@fastify/rate-limit with its own headers',
    start: startFastifyDefaultHeaders,
    due: ['rate/reset-is-timestamp'],
  },
  {
    name: '@fastify/rate-limit by address',
    start: startFastifyByAddress,
    due: ['rate/reset-is-timestamp', 'quota/isolated-between-keys'],
    allowed: ['rate/limit-matches-plan', 'rate/remaining-counts-down', 'quota/fully-granted'],
  },
  {
    name: '@fastify/rate-limit by route',
    start: startFastifyByRoute,
    due: ['rate/reset-is-timestamp', 'quota/shared-across-operations'],
    allowed: ['rate/remaining-counts-down'],
  },
  {
    name: 'rate-limiter-flexible as documented',
    start: startFlexibleAsDocumented,
    due: ['quota/retry-after-readable'],
  },
  {
    name: 'rate-limiter-flexible by handler',
    start: startFlexibleByHandler,
    due: ['rate/headers-present', 'rate/reset-is-timestamp', 'quota/shared-across-operations'],
    allowed: ['rate/remaining-counts-down', 'quota/remaining-zero'],
  },
];

describe.concurrent('limiters that others wrote', { timeout: longestMs }, () => {
  for (const [name, start] of conforming) {
    test(`${name} conforms`, async () => {
      const service = await start(shortMinute.minuteMs);
      try {
        await expectClear(service, shortMinute);
      } finally {
        await service.close();
      }
    });
  }

  for (const { name, start, due, allowed } of deviating) {
    test(`${name} violates ${due.join(', ')}`, async () => {
      const service = await start(shortMinute.minuteMs);
      try {
        await expectBlamed(service, shortMinute, due, allowed);
      } finally {
        await service.close();
      }
    });
  }
});
