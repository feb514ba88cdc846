// An animal store on Express, as its documentation teaches: express.json() first, the default error handler.
import express from 'express';

const perMinute = { free: 60, pro: 300, business: 1000 };
const statuses = ['available', 'pending', 'sold'];
const plans = new Map(process.env.API_KEYS.split(',').map((entry) => entry.split('=').reverse()));
const windows = new Map();
const pets = new Map();

const app = express();
app.use(rateLimitHeaders);
app.use(express.json());
app.use(authenticate);

app.get('/v1/pets', (req, res) => {
  const limit = req.query.limit === undefined ? 20 : Number(req.query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return sendError(res, 400, 'invalid_limit', 'limit must be an integer from 1 to 100');
  }
  const { status } = req.query;
  if (status !== undefined && !statuses.includes(status)) {
    return sendError(res, 400, 'invalid_status', `status must be one of ${statuses.join(', ')}`);
  }
  const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
  res.json(found.slice(0, limit));
});

app.post('/v1/pets', (req, res) => {
  const { name, categoryId, status } = req.body;
  if (typeof name !== 'string') {
    return sendError(res, 400, 'invalid_name', 'name must be a string');
  }
  if (!Number.isInteger(categoryId)) {
    return sendError(res, 400, 'invalid_category', 'categoryId must be an integer');
  }
  if (status !== undefined && !statuses.includes(status)) {
    return sendError(res, 400, 'invalid_status', `status must be one of ${statuses.join(', ')}`);
  }
  const pet = { id: pets.size + 1, name, categoryId, status };
  pets.set(pet.id, pet);
  res.status(201).json(pet);
});

app.get('/v1/pets/:petId', (req, res) => {
  const pet = pets.get(Number(req.params.petId));
  if (pet === undefined) {
    return sendError(res, 404, 'not_found', 'No such animal');
  }
  res.json(pet);
});

app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));

function authenticate(req, res, next) {
  if (planOf(req) === undefined) {
    return sendError(res, 401, 'unauthorized', 'Missing or invalid API key');
  }
  next();
}

function planOf(req) {
  const token = req.headers.authorization?.split(' ')[1];
  return plans.get(token);
}

function rateLimitHeaders(req, res, next) {
  const limit = perMinute[planOf(req) ?? 'free'];
  const now = Math.floor(Date.now() / 1000);
  const account = req.headers.authorization;
  let window = windows.get(account);
  if (window === undefined || now >= window.reset) {
    window = { used: 0, reset: now + 60 };
    windows.set(account, window);
  }
  window.used += 1;
  res.set('X-RateLimit-Limit', String(limit));
  res.set('X-RateLimit-Remaining', String(Math.max(0, limit - window.used)));
  res.set('X-RateLimit-Reset', String(window.reset));
  if (window.used > limit) {
    res.set('Retry-After', String(window.reset - now));
    return sendError(res, 429, 'rate_limited', 'Too many requests');
  }
  next();
}

function sendError(res, status, code, message) {
  res.status(status).json({ code, message, status });
}
