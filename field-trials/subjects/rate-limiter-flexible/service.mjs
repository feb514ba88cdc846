// rate-limiter-flexible in front of a store: node service.mjs [blocking | documented-headers | redis]
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { accountOf, limitOf, minuteMs } from '../../store/account.mjs';
import { inFourProcesses } from '../../store/four-processes.mjs';
import { listen } from '../../store/listen.mjs';
import { storeRoutes } from '../../store/routes.mjs';

const duration = minuteMs / 1000;

/** A listener with a limiter for each limit. */
function behind(createLimiter, routes, retryAfter = Math.ceil) {
  const limiters = new Map();
  return async (request, response) => {
    const account = accountOf(request);
    const limit = limitOf(account);
    if (!limiters.has(limit)) {
      limiters.set(limit, createLimiter({ keyPrefix: String(limit), points: limit, duration }));
    }
    const counted = await limiters
      .get(limit)
      .consume(account)
      .catch((refusal) => refusal);
    if (!('msBeforeNext' in counted)) {
      throw counted;
    }
    const isRefused = counted.consumedPoints > limit;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', counted.remainingPoints);
    response.setHeader('X-RateLimit-Reset', Math.ceil((Date.now() + counted.msBeforeNext) / 1000));
    if (isRefused) {
      response.setHeader('Retry-After', retryAfter(counted.msBeforeNext / 1000));
      response.writeHead(429).end('Too Many Requests');
      return;
    }
    routes(request, response);
  };
}

async function alone(options, retryAfter) {
  const createLimiter = (given) => new RateLimiterMemory({ ...given, ...options });
  await listen(behind(createLimiter, storeRoutes(), retryAfter));
  console.log('listening');
}

switch (process.argv[2]) {
  case 'blocking':
    await alone({ blockDuration: duration });
    break;
  case 'documented-headers':
    await alone({}, (seconds) => seconds);
    break;
  case 'redis':
    await inFourProcesses((routes, path) => {
      const storeClient = new Redis({ path });
      return listen(behind((given) => new RateLimiterRedis({ ...given, storeClient }), routes));
    });
    break;
  default:
    await alone({});
}
