/* global animalStoreLoad */
export const { plan, sample, traffic } = animalStoreLoad;
export const { load } = plan;

/** The number at a position of a reproducible sequence in [0, 1) (mulberry32). */
export function seededNumber(seed, index) {
  const state = (seed + Math.imul(index + 1, 0x6d2b79f5)) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

/** The request of an iteration of the whole load, a function of its number and the seed. */
export function requestOf(iteration, data) {
  const drawn = seededNumber(plan.seed, 2 * iteration);
  const { choices } = traffic;
  const choice = choices.find(({ upTo }) => drawn < upTo) || choices[choices.length - 1];
  const operation = choice.operation === 'getPet' && data.ids.length === 0 ? 'listPets' : choice.operation;
  const form = (count) => Math.floor(seededNumber(plan.seed, 2 * iteration + 1) * count);
  switch (operation) {
    case 'getPet':
      return get(operation, `/pets/${data.ids[form(Math.min(traffic.mostIds, data.ids.length))]}`);
    case 'createPet': {
      const index = form(traffic.differentCreations);
      return creation(data.category, data.tag, data.numbers[index], index);
    }
    default:
      return get(operation, traffic.lists[form(traffic.lists.length)]);
  }
}

export function get(operation, target) {
  return { operation, method: 'GET', target, body: null };
}

export function creation(category, tag, number, index) {
  const status = traffic.petStatuses[index % traffic.petStatuses.length];
  const name = JSON.stringify(traffic.nameTemplate.split('{tag}').join(`${tag}${number}z`));
  const body = `{"name":${name},"categoryId":${category},"status":"${status}"}`;
  return { operation: 'createPet', method: 'POST', target: '/pets', body };
}

/** `1/3:2/3` is the instance 1 of 3; unequal segments have no instance. */
export function instanceOf(segment) {
  const [from, to] = segment.split(':').map(fraction);
  const of = Math.round(1 / (to - from));
  const index = Math.round(from * of);
  const isEqual = Math.abs((to - from) * of - 1) < 1e-9 && Math.abs(from * of - index) < 1e-6;
  return isEqual ? { index, of } : null;
}

function fraction(text) {
  const [over, under = '1'] = text.split('/');
  return Number(over) / Number(under);
}

export function shareOf(whole, { index, of }) {
  return Math.floor(whole / of) + (index < whole % of ? 1 : 0);
}

/** Rare statuses count as the last one of their class, and those of no class as the last of all. */
export function statusInTrend(status) {
  const lastOfClass = Math.floor(status / 100) * 100 + 99;
  return [status, lastOfClass].find((one) => traffic.statuses.includes(one)) || 599;
}

/** https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
export function failureCode(code) {
  if (code === 1050 || code === 1211) {
    return 'timeout';
  }
  if (code >= 1100 && code < 1200) {
    return 'unresolved';
  }
  if (code === 1212) {
    return 'refused';
  }
  if (code === 1201 || code === 1220) {
    return 'reset';
  }
  return code >= 1300 && code < 1400 ? 'tls' : 'other';
}
