import fastifyRateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type LimitedService, serviceOn } from './limited-service.ts';
import { accountOf, freeLimit, planLimitOf, referenceRoutes } from './reference-routes.ts';

const byKey = {
  max: (request: FastifyRequest) => planLimitOf(accountOf(request.raw)).perMinute,
  keyGenerator: (request: FastifyRequest) => accountOf(request.raw),
};

/** @fastify/rate-limit with one count for each key, which tells the time of the reset itself. */
export async function startFastify(minuteMs: number): Promise<LimitedService> {
  const app = await withPlugin({ global: false });
  const limit = app.createRateLimit({ ...byKey, timeWindow: minuteMs });
  app.addHook('onRequest', async (request, reply) => {
    const counted = await limit(request);
    if (counted.isAllowed) {
      return;
    }
    reply.headers({
      'x-ratelimit-limit': counted.max,
      'x-ratelimit-remaining': counted.remaining,
      'x-ratelimit-reset': Math.ceil((Date.now() + counted.ttl) / 1_000),
    });
    if (counted.isExceeded) {
      reply.header('retry-after', counted.ttlInSeconds);
      await reply.code(429).send({ message: 'Too many requests' });
    }
  });
  return listening(withRoutes(app));
}

/** Its headers as they are, but for the reset: whole seconds to go, added to the present second. */
export async function startFastifyWithRoughReset(minuteMs: number): Promise<LimitedService> {
  const app = await withPlugin({ ...byKey, timeWindow: minuteMs });
  app.addHook('onSend', async (_request, reply) => withRoughReset(reply));
  return listening(withRoutes(app, withRoughReset));
}

function withRoughReset(reply: FastifyReply): void {
  const secondsToGo = Number(reply.getHeader('x-ratelimit-reset'));
  if (Number.isFinite(secondsToGo)) {
    reply.header('x-ratelimit-reset', Math.floor(Date.now() / 1_000) + secondsToGo);
  }
}

/** @fastify/rate-limit with its own headers, and one count for each key. */
export async function startFastifyDefaultHeaders(minuteMs: number): Promise<LimitedService> {
  return listening(withRoutes(await withPlugin({ ...byKey, timeWindow: minuteMs })));
}

/** @fastify/rate-limit as its documentation begins: a count for each address, one limit for all. */
export async function startFastifyByAddress(minuteMs: number): Promise<LimitedService> {
  return listening(withRoutes(await withPlugin({ max: freeLimit.perMinute, timeWindow: minuteMs })));
}

/** @fastify/rate-limit configured at each route, which makes a count for each of them. */
export async function startFastifyByRoute(minuteMs: number): Promise<LimitedService> {
  const app = await withPlugin({ global: false });
  return listening(withRoutes(app, () => {}, { ...byKey, timeWindow: minuteMs }));
}

async function withPlugin(options: RateLimitPluginOptions): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(fastifyRateLimit, options);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return app;
}

/** Hands requests on to the reference, with the headers that the limiter has set. */
function withRoutes(
  app: FastifyInstance,
  beforeHandingOn: (reply: FastifyReply) => void = () => {},
  rateLimit?: RateLimitPluginOptions,
): FastifyInstance {
  const routes = referenceRoutes();
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    beforeHandingOn(reply);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      reply.raw.setHeader(name, value ?? '');
    }
    routes(request.raw, reply.raw);
  };
  const config = rateLimit === undefined ? {} : { config: { rateLimit } };
  app.get('/v1/pets', config, handler);
  app.post('/v1/pets', config, handler);
  app.get('/v1/pets/:petId', config, handler);
  app.setNotFoundHandler(handler);
  return app;
}

async function listening(app: FastifyInstance): Promise<LimitedService> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return serviceOn(Number(new URL(address).port), async () => {
    app.server.closeAllConnections();
    await app.close();
  });
}
