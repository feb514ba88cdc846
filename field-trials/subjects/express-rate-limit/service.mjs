// express-rate-limit in front of a store: node service.mjs [by-address | four-processes | redis]
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { accountOf, limitOf, minuteMs } from '../../store/account.mjs';
import { inFourProcesses } from '../../store/four-processes.mjs';
import { listen } from '../../store/listen.mjs';
import { storeRoutes } from '../../store/routes.mjs';

const byKey = {
  windowMs: minuteMs,
  limit: (request) => limitOf(accountOf(request)),
  keyGenerator: accountOf,
};

function behind(options, routes) {
  const app = express();
  app.use(rateLimit(options));
  app.use(routes);
  return listen(app);
}

async function alone(options) {
  await behind(options, storeRoutes());
  console.log('listening');
}

switch (process.argv[2]) {
  case 'by-address':
    await alone({ windowMs: minuteMs, limit: 60 });
    break;
  case 'four-processes':
    await inFourProcesses((routes) => behind(byKey, routes));
    break;
  case 'redis':
    await inFourProcesses((routes, path) => {
      const redis = new Redis({ path });
      const store = new RedisStore({ sendCommand: (command, ...args) => redis.call(command, ...args) });
      return behind({ ...byKey, store }, routes);
    });
    break;
  default:
    await alone(byKey);
}
