import express, { type RequestHandler } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import { type LimitedService, serve } from './limited-service.ts';
import { accountOf, freeLimit, planLimitOf, referenceRoutes } from './reference-routes.ts';

function behind(...limiters: readonly RequestHandler[]): Promise<LimitedService> {
  const app = express();
  for (const limiter of limiters) {
    app.use(limiter);
  }
  app.use(referenceRoutes());
  return serve(app);
}

/** express-rate-limit with one count for each key, by the minute and by the day. */
export function startExpress(minuteMs: number): Promise<LimitedService> {
  const minute = rateLimit({
    windowMs: minuteMs,
    limit: (request) => planLimitOf(accountOf(request)).perMinute,
    keyGenerator: accountOf,
  });
  return behind(minute, expressDay());
}

/** Speaks up only where the day is used up: the headers stay those of the minute until then. */
function expressDay(): RequestHandler {
  const store = new MemoryStore();
  return rateLimit({
    windowMs: 86_400_000,
    limit: (request) => planLimitOf(accountOf(request)).perDay,
    keyGenerator: accountOf,
    legacyHeaders: false,
    store,
    async handler(request, response) {
      const account = accountOf(request);
      const resetsAt = (await store.get(account))?.resetTime?.getTime() ?? Date.now();
      response.set({
        'Retry-After': String(Math.ceil((resetsAt - Date.now()) / 1_000)),
        'X-RateLimit-Limit': String(planLimitOf(account).perDay),
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(Math.ceil(resetsAt / 1_000)),
      });
      response.status(429).send();
    },
  });
}

/** express-rate-limit as its documentation begins: a count for each address, one limit for all. */
export function startExpressByAddress(minuteMs: number): Promise<LimitedService> {
  return behind(rateLimit({ windowMs: minuteMs, limit: freeLimit.perMinute }));
}

/** The same, with a count of its own for each of two processes that take turns. */
export function startExpressReplicas(minuteMs: number): Promise<LimitedService> {
  const replicas = Array.from({ length: 2 }, () =>
    rateLimit({
      windowMs: minuteMs,
      limit: (request) => planLimitOf(accountOf(request)).perMinute,
      keyGenerator: accountOf,
    }),
  );
  let turn = 0;
  return behind((request, response, next) => {
    turn += 1;
    replicas[turn % replicas.length]?.(request, response, next);
  });
}
