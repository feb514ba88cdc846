// A counter that four processes read from Redis, change, and write back.
import { Redis } from 'ioredis';
import { accountOf, limitOf, minuteMs } from '../../store/account.mjs';
import { inFourProcesses } from '../../store/four-processes.mjs';
import { listen } from '../../store/listen.mjs';

await inFourProcesses((routes, path) => {
  const redis = new Redis({ path });
  return listen(async (request, response) => {
    const account = accountOf(request);
    const limit = limitOf(account);
    const stored = await redis.get(account);
    const window = stored === null ? { used: 0, reset: Date.now() + minuteMs } : JSON.parse(stored);
    const isRefused = window.used >= limit;
    if (!isRefused) {
      window.used += 1;
      await redis.set(account, JSON.stringify(window), 'PXAT', window.reset);
    }
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', limit - window.used);
    response.setHeader('X-RateLimit-Reset', Math.ceil(window.reset / 1000));
    if (isRefused) {
      response.setHeader('Retry-After', Math.ceil((window.reset - Date.now()) / 1000));
      response.writeHead(429).end();
      return;
    }
    routes(request, response);
  });
});
