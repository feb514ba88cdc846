// An animal store on Hono, with its Zod validator and the errors that come with it.
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';

const perMinute = { free: 60, pro: 300, business: 1000 };
const plans = new Map(process.env.API_KEYS.split(',').map((entry) => entry.split('=').reverse()));
const windows = new Map();
const pets = new Map();

const petStatus = z.enum(['available', 'pending', 'sold']);
const newPet = z.object({ name: z.string(), categoryId: z.int(), status: petStatus.optional() });
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: petStatus.optional(),
});

const app = new Hono().basePath('/v1');

app.use(async (c, next) => {
  const authorization = c.req.header('Authorization');
  const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
  const plan = plans.get(token);
  const limit = perMinute[plan ?? 'free'];
  const window = countedWindow(authorization);
  c.header('X-RateLimit-Limit', String(limit));
  c.header('X-RateLimit-Remaining', String(Math.max(0, limit - window.used)));
  c.header('X-RateLimit-Reset', String(window.reset));
  if (plan === undefined) {
    return c.json({ code: 'unauthorized', message: 'Missing or invalid API key', status: 401 }, 401);
  }
  if (window.used > limit) {
    c.header('Retry-After', String(Math.ceil(window.reset - Date.now() / 1000)));
    return c.json({ code: 'rate_limited', message: 'Too many requests', status: 429 }, 429);
  }
  await next();
});

app.get('/pets', zValidator('query', listQuery), (c) => {
  const { limit, status } = c.req.valid('query');
  const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
  return c.json(found.slice(0, limit));
});

app.post('/pets', zValidator('json', newPet), (c) => {
  const pet = { id: pets.size + 1, ...c.req.valid('json') };
  pets.set(pet.id, pet);
  return c.json(pet, 201);
});

app.get('/pets/:petId', (c) => {
  const pet = pets.get(Number(c.req.param('petId')));
  if (pet === undefined) {
    return c.json({ code: 'not_found', message: 'No such animal', status: 404 }, 404);
  }
  return c.json(pet);
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) }, () => {
  console.log('listening');
});

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
