// An animal store on Fastify: JSON Schema validation as it comes, the framework's own error bodies for what it refuses.
import fastify from 'fastify';

const perMinute = { free: 60, pro: 300, business: 1000 };
const plans = new Map(process.env.API_KEYS.split(',').map((entry) => entry.split('=').reverse()));
const windows = new Map();
const pets = [];

const petStatus = { type: 'string', enum: ['available', 'pending', 'sold'] };
const pet = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: petStatus,
  },
};

const app = fastify();

app.addHook('onRequest', async (request, reply) => {
  const plan = planOf(request);
  const window = countedWindow(request.headers.authorization);
  const limit = perMinute[plan ?? 'free'];
  reply.headers({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': Math.max(0, limit - window.used),
    'X-RateLimit-Reset': window.reset,
  });
  if (plan === undefined) {
    reply.code(401);
    return reply.send({ code: 'unauthorized', message: 'Missing or invalid API key', status: 401 });
  }
  if (window.used > limit) {
    reply.code(429).header('Retry-After', Math.ceil(window.reset - Date.now() / 1000));
    return reply.send({ code: 'rate_limited', message: 'Too many requests', status: 429 });
  }
});

app.get('/v1/pets', {
  schema: {
    querystring: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        status: petStatus,
      },
    },
    response: { 200: { type: 'array', items: pet } },
  },
  handler: async ({ query: { limit, status } }) =>
    pets.filter((each) => status === undefined || each.status === status).slice(0, limit),
});

app.post('/v1/pets', {
  schema: {
    body: {
      type: 'object',
      required: ['name', 'categoryId'],
      properties: { name: { type: 'string' }, categoryId: { type: 'integer' }, status: petStatus },
    },
    response: { 201: pet },
  },
  handler: async ({ body }, reply) => {
    const created = { ...body, id: pets.length + 1 };
    pets.push(created);
    reply.code(201);
    return created;
  },
});

app.get('/v1/pets/:petId', {
  schema: {
    params: { type: 'object', properties: { petId: { type: 'integer' } } },
    response: { 200: pet },
  },
  handler: async ({ params }, reply) => {
    const found = pets[params.petId - 1];
    if (found === undefined) {
      reply.code(404);
      return { code: 'not_found', message: 'No such animal', status: 404 };
    }
    return found;
  },
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');

function planOf({ headers }) {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  return plans.get(token);
}

function countedWindow(account) {
  const now = Math.floor(Date.now() / 1000);
  let window = windows.get(account);
  if (window === undefined || now >= window.reset) {
    window = { used: 0, reset: now + 60 };
    windows.set(account, window);
  }
  window.used += 1;
  return window;
}
