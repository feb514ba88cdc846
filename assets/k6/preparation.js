/* global __ENV */
import { sleep } from 'k6';
import { keyVariable, writeExchange } from './log.js';
import { creation, get, instanceOf, load, plan, shareOf, traffic } from './requests.js';
import { send } from './send.js';

const mostRetries = 3;
const longestWaitSeconds = 60;

/** Finds animals and a category that exists. Returns the problem, or `null`. */
export function prepare(data) {
  const instance = instanceOf(data.segment);
  if (!__ENV[keyVariable]) {
    return `the API key is missing: set ${keyVariable}`;
  }
  if (instance === null) {
    return `the execution segment ${data.segment} is not one of equal segments, e.g. 1/3:2/3`;
  }
  data.of = instance.of;
  const first = ask(get('listPets', '/pets?limit=100'), data);
  const { status, error } = first.response;
  if (status === 0) {
    return `no response: ${error}`;
  }
  if (status === 401 || status === 403) {
    return `the API key is rejected: ${status}`;
  }
  const granted = limitPerSecond(first.response.headers);
  if (!plan.beyondLimit && granted !== null && load.rate > granted * (1 + 1e-9)) {
    return `${load.rate} requests/s exceed the limit of the key, ${granted}/s`;
  }
  const pets = status === 200 ? petsIn(first.response) : [];
  const listed = pets.map(({ id }) => exactNumber(first.response.body, id)).filter((id) => id !== null);
  if (load.mix.create > 0) {
    const seen = pets.map(({ categoryId }) => exactNumber(first.response.body, categoryId));
    if (!createSome(data, instance, categoriesToTry(seen.filter((id) => id !== null)))) {
      return 'no category works: creations return 400; pass one that exists with --category-id, a name that is accepted with --name-template, or --read-only';
    }
  }
  data.ids = data.ids.concat(listed);
  for (
    let number = data.nextTag;
    data.numbers.length < traffic.differentCreations;
    number = nextNumber(number)
  ) {
    data.numbers.push(number);
  }
  return null;
}

/** The number of the next tag; a service may refuse three equal digits in a row as nonsense. */
function nextNumber(last) {
  return /(.)\1\1/.test(`${last + 1}`) ? nextNumber(last + 1) : last + 1;
}

function petsIn({ body }) {
  try {
    const pets = JSON.parse(body);
    return Array.isArray(pets) ? pets.filter((pet) => typeof pet === 'object' && pet !== null) : [];
  } catch {
    return [];
  }
}

/** The digits of a number in a text of JSON: k6 rounds numbers beyond 2^53. */
export function exactNumber(text, value) {
  if (typeof value !== 'number') {
    return null;
  }
  const digits = Number.isSafeInteger(value)
    ? [String(value)]
    : (text.match(/-?\d+/g) || []).filter((one) => Number(one) === value);
  return digits.length > 0 && digits.every((one) => one === digits[0]) ? digits[0] : null;
}

function categoriesToTry(seen) {
  const likely = ['1', ...[...new Set(seen)].slice(0, 3), ...traffic.guessedCategories];
  return plan.categoryIds.length > 0
    ? plan.categoryIds
    : [...new Set(likely)].slice(0, traffic.mostCategories);
}

/** Creates some animals in the first accepted category. */
function createSome(data, instance, categories) {
  const most = Math.min(
    Math.max(1, shareOf(traffic.createdAhead, instance)),
    shareOf(load.maxCreations, instance),
  );
  for (const category of categories) {
    for (let count = 0; count < most; count += 1) {
      const { response } = ask(creation(category, data.tag, data.nextTag, count), data);
      data.nextTag = nextNumber(data.nextTag);
      if (response.status === 400 && count === 0) {
        break;
      }
      data.category = category;
      const [pet] = response.status === 201 ? petsIn({ body: `[${response.body}]` }) : [];
      const id = exactNumber(response.body || '', pet?.id);
      if (id === null) {
        // The load itself shows what is wrong with creations.
        return true;
      }
      data.created += 1;
      data.ids.push(id);
    }
    if (data.ids.length > 0) {
      return true;
    }
  }
  return false;
}

/** Sends a request of the preparation, again after a 429, and logs all exchanges. */
function ask(request, data) {
  for (let count = 0; ; count += 1) {
    data.preflight += 1;
    const exchange = send(request, data, data.preflight, 'text');
    writeExchange(data.tag, `p${data.preflight}`, exchange, null);
    const wait = Number(exchange.response.headers['Retry-After']);
    if (exchange.response.status !== 429 || count === mostRetries || !(wait <= longestWaitSeconds)) {
      return exchange;
    }
    sleep(wait);
  }
}

/** The limit of the key by its fields, or `null`: a reset far ahead is that of the day. */
function limitPerSecond(headers) {
  const limit = Number(headers['X-Ratelimit-Limit']);
  const leftMs = Number(headers['X-Ratelimit-Reset']) * 1000 - Date.now();
  return limit > 0 && leftMs < 2 * plan.minuteMs ? (limit * 1000) / plan.minuteMs : null;
}
