// @fastify/rate-limit in front of a store: node service.mjs [by-address | by-route | timestamp]
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { accountOf, limitOf, minuteMs } from '../../store/account.mjs';
import { storeRoutes } from '../../store/routes.mjs';

const byKey = {
  max: (request) => limitOf(accountOf(request)),
  keyGenerator: accountOf,
  timeWindow: minuteMs,
};

const app = fastify();
const routes = storeRoutes();
let ofRoute = {};
switch (process.argv[2]) {
  case 'by-address':
    await app.register(rateLimit, { max: 60, timeWindow: minuteMs });
    break;
  case 'by-route':
    await app.register(rateLimit, { global: false });
    ofRoute = { config: { rateLimit: byKey } };
    break;
  case 'timestamp':
    await app.register(rateLimit, byKey);
    app.addHook('onSend', async (_request, reply) => resetAsTimestamp(reply));
    break;
  default:
    await app.register(rateLimit, byKey);
}

app.removeAllContentTypeParsers();
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
app.get('/v1/pets', ofRoute, handOn);
app.post('/v1/pets', ofRoute, handOn);
app.get('/v1/pets/:petId', ofRoute, handOn);
app.setNotFoundHandler(handOn);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');

function handOn(request, reply) {
  if (process.argv[2] === 'timestamp') {
    resetAsTimestamp(reply);
  }
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    reply.raw.setHeader(name, value);
  }
  routes(request.raw, reply.raw);
}

/** The plugin gives remaining seconds. */
function resetAsTimestamp(reply) {
  const seconds = Number(reply.getHeader('x-ratelimit-reset'));
  reply.header('x-ratelimit-reset', Math.floor(Date.now() / 1000) + seconds);
}
