// INCR and EXPIRE on each request, as many tutorials show it: a client that never pauses never gets a new window.
import { Redis } from 'ioredis';
import { accountOf, limitOf, minuteMs } from '../../store/account.mjs';
import { inFourProcesses } from '../../store/four-processes.mjs';
import { listen } from '../../store/listen.mjs';

await inFourProcesses((routes, path) => {
  const redis = new Redis({ path });
  return listen(async (request, response) => {
    const account = accountOf(request);
    const limit = limitOf(account);
    const [[, used]] = await redis.multi().incr(account).pexpire(account, minuteMs).exec();
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used));
    response.setHeader('X-RateLimit-Reset', Math.ceil((Date.now() + minuteMs) / 1000));
    if (used > limit) {
      response.setHeader('Retry-After', Math.ceil(minuteMs / 1000));
      response.writeHead(429).end();
      return;
    }
    routes(request, response);
  });
});
