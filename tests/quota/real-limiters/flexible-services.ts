import type { IncomingMessage, RequestListener } from 'node:http';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitedService, serve } from './limited-service.ts';
import { accountOf, operationOf, planLimitOf, referenceRoutes } from './reference-routes.ts';

type Headers = Readonly<Record<string, string | number>>;

interface Configuration {
  readonly accountOf: (request: IncomingMessage) => string;
  readonly served: (counted: RateLimiterRes, limit: number) => Headers;
  readonly refused: (counted: RateLimiterRes, limit: number) => Headers;
  readonly options?: Partial<IRateLimiterOptions>;
}

/** rate-limiter-flexible in front of the reference, with a limiter for each plan's figure. */
function behind(minuteMs: number, { accountOf: keyOf, served, refused, options }: Configuration) {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (limit: number) => {
    const limiter =
      limiters.get(limit) ?? new RateLimiterMemory({ points: limit, duration: minuteMs / 1_000, ...options });
    limiters.set(limit, limiter);
    return limiter;
  };
  const routes = referenceRoutes();
  const listener: RequestListener = (request, response) => {
    const limit = planLimitOf(accountOf(request)).perMinute;
    const answer = (status: number, headers: Headers) => {
      response.setHeaders(new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])));
      if (status === 429) {
        response.writeHead(429).end('Too Many Requests');
      } else {
        routes(request, response);
      }
    };
    limiterOf(limit)
      .consume(keyOf(request))
      .then(
        (counted) => answer(200, served(counted, limit)),
        (counted: unknown) => {
          if (!(counted instanceof RateLimiterRes)) {
            throw counted;
          }
          answer(429, refused(counted, limit));
        },
      );
  };
  return serve(listener);
}

const figures = (counted: RateLimiterRes, limit: number) => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': counted.remainingPoints,
  'X-RateLimit-Reset': Math.ceil((Date.now() + counted.msBeforeNext) / 1_000),
});

const wholeSeconds = (counted: RateLimiterRes) => Math.ceil(counted.msBeforeNext / 1_000);

/** With whole seconds in `Retry-After`. */
export function startFlexible(minuteMs: number): Promise<LimitedService> {
  return behind(minuteMs, {
    accountOf,
    served: figures,
    refused: (counted, limit) => ({ ...figures(counted, limit), 'Retry-After': wholeSeconds(counted) }),
  });
}

/** With the headers of its documentation, which divide milliseconds by a thousand. */
export function startFlexibleAsDocumented(minuteMs: number): Promise<LimitedService> {
  const documented = (counted: RateLimiterRes, limit: number) => ({
    'Retry-After': counted.msBeforeNext / 1_000,
    ...figures(counted, limit),
  });
  return behind(minuteMs, { accountOf, served: documented, refused: documented });
}

/** With a block of a whole minute after an excess. */
export function startFlexibleBlocking(minuteMs: number): Promise<LimitedService> {
  return behind(minuteMs, {
    accountOf,
    served: figures,
    refused: (counted, limit) => ({ ...figures(counted, limit), 'Retry-After': wholeSeconds(counted) }),
    options: { blockDuration: minuteMs / 1_000 },
  });
}

/**
 * As a throttler works that counts each handler by itself, blocks after an excess, gives seconds to go, and on
 * a 429 nothing but `Retry-After`.
 */
export function startFlexibleByHandler(minuteMs: number): Promise<LimitedService> {
  return behind(minuteMs, {
    accountOf: (request) => `${operationOf(request)} ${accountOf(request)}`,
    served: (counted, limit) => ({ ...figures(counted, limit), 'X-RateLimit-Reset': wholeSeconds(counted) }),
    refused: (counted) => ({ 'Retry-After': wholeSeconds(counted) }),
    options: { blockDuration: minuteMs / 1_000 },
  });
}
