import { checkingThenActing, losingUpdates, unlimited } from '../limiters/faulty.ts';
import type { ServiceRequest } from '../service/limited-service.ts';
import { type BrokenLimiter, brokenOn, type KindName } from './simulated-limiter.ts';

const racing: readonly KindName[] = [
  'fixed window by the clock',
  'fixed window from the first request',
  'sliding log',
  'token bucket',
];
const bothFamilies: readonly KindName[] = ['fixed window from the first request', 'token bucket'];
const exceeded = { reported: ['quota/never-exceeded'], alsoReported: ['rate/remaining-counts-down'] };
/** So many counters that a burst may be served whole: then there is no 429 at all. */
const manyCounters = {
  reported: ['quota/never-exceeded', 'quota/limit-enforced'],
  alsoReported: ['rate/remaining-counts-down'],
};
/** Where answers come as quickly, every request loses another: then there is no 429 either. */
const lost = manyCounters;
const perOperation = {
  reported: ['quota/shared-across-operations'],
  alsoReported: ['rate/remaining-counts-down'],
};
const perKey = {
  reported: ['quota/isolated-between-keys'],
  alsoReported: ['rate/remaining-counts-down'],
};

/** Limiters whose counters are not shared, are shared with others, or are not kept in step. */
export const brokenSharing: readonly BrokenLimiter[] = [
  ...[2, 20].flatMap((gapMs) => [
    ...brokenOn(
      racing,
      `looks, and counts ${gapMs} ms later`,
      {
        ...exceeded,
        // A bucket that gave what it did not have asks to wait until it has it.
        alsoReported: [...exceeded.alsoReported, 'quota/retry-after-proportionate'],
        minute: (kind) => checkingThenActing(kind, gapMs),
      },
      gapMs === 2 ? { 'token bucket': 'the refill during the burst explains two more' } : {},
    ),
    ...brokenOn(racing, `loses updates within ${gapMs} ms`, {
      ...lost,
      minute: (kind) => losingUpdates(kind, gapMs),
    }),
  ]),
  ...brokenOn(bothFamilies, 'a counter for each connection', {
    ...manyCounters,
    counterOf: () => (request) => `${request.key} ${request.connection}`,
  }),
  ...[2, 3].flatMap((replicas) => [
    ...brokenOn(bothFamilies, `${replicas} replicas, each request the next one`, {
      ...manyCounters,
      counterOf: () => roundRobin(replicas),
    }),
    ...brokenOn(bothFamilies, `${replicas} replicas, each connection the next one`, {
      ...manyCounters,
      counterOf: () => (request) => `${request.key} ${Math.abs(request.connection) % replicas}`,
    }),
  ]),
  ...brokenOn(bothFamilies, 'a counter for each operation', {
    ...perOperation,
    counterOf: () => (request) => `${request.key} ${request.operation}`,
  }),
  ...brokenOn(bothFamilies, 'a counter for reading and one for writing', {
    ...perOperation,
    counterOf: () => (request) => `${request.key} ${request.operation === 'createPet'}`,
  }),
  ...brokenOn(bothFamilies, 'creations are not limited', {
    ...perOperation,
    counterOf: () => (request) => `${request.key} ${request.operation === 'createPet'}`,
    begin: (kind, { perMinute, minuteMs }, counter) =>
      String(counter).endsWith('true') ? unlimited(kind)(perMinute, minuteMs) : kind(perMinute, minuteMs),
  }),
  ...brokenOn(bothFamilies, 'two keys of a plan share a counter', {
    ...perKey,
    keys: 'two',
    counterOf: () => (request) => Math.min(1, request.key),
  }),
  ...brokenOn(bothFamilies, 'all keys share a counter', { ...perKey, counterOf: () => () => 0 }),
  ...brokenOn(bothFamilies, "the run's key shares a counter with the measured one", {
    ...perKey,
    counterOf: () => (request) => (request.key === 0 ? 1 : request.key),
  }),
];

function roundRobin(replicas: number): (request: ServiceRequest) => string {
  let count = 0;
  return (request) => {
    count += 1;
    return `${request.key} ${count % replicas}`;
  };
}
