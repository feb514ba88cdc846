import type { Exchange } from '../../src/exchange/exchange.ts';
import { epochMs } from '../watchers/exchanges.ts';
import { answered, fieldOf, isAnswer, type Mutation, type Scene, withField } from './mutation.ts';

const limit = 'X-RateLimit-Limit';
const remaining = 'X-RateLimit-Remaining';
const reset = 'X-RateLimit-Reset';

const places = {
  'a 404': (scene: Scene) => isAnswer(scene, 404, 'getPet'),
  'a 400': (scene: Scene) => isAnswer(scene, 400, 'createPet'),
  'a 401': (scene: Scene) => isOfOperation(scene, 401),
  'a 201': (scene: Scene) => isAnswer(scene, 201, 'createPet'),
  'a 429': (scene: Scene) => isOfOperation(scene, 429) && scene.exchange.request.credential === 'api-key',
  'a list': (scene: Scene) => isAnswer(scene, 200, 'listPets'),
  'an animal': (scene: Scene) => isAnswer(scene, 200, 'getPet'),
} as const;
type Place = keyof typeof places;

function isOfOperation(scene: Scene, status: number): boolean {
  const { operation } = scene.description;
  return operation !== null && isAnswer(scene, status, operation);
}

/** A rate limit header that is other on one kind of answer; `value` may look at what it was. */
function field(
  place: Place,
  name: string,
  what: string,
  violates: string,
  value: (scene: Scene) => string | null | undefined,
): Mutation {
  return {
    name: `${name} ${what} on ${place}`,
    violates: [violates],
    mutate: (scene) => {
      const other = places[place](scene) ? value(scene) : undefined;
      return other === undefined ? null : withField(scene, name, other);
    },
  };
}

const present = 'rate/headers-present';
const wellFormed = 'rate/headers-well-formed';
const timestamp = 'rate/reset-is-timestamp';
const plan = 'rate/limit-matches-plan';

const headersPresent: readonly Mutation[] = [
  field('a 404', limit, 'is absent', present, () => null),
  field('a 400', remaining, 'is absent', present, () => null),
  field('a 401', reset, 'is absent', present, () => null),
  field('a 201', reset, 'is absent', present, () => null),
  field('a 429', remaining, 'is absent', present, () => null),
  field('a list', limit, 'is absent', present, () => null),
  {
    name: 'all three are absent on a 401',
    violates: [present],
    mutate: (scene) =>
      places['a 401'](scene)
        ? answered(scene, {
            headers: (scene.response?.headers ?? []).filter(([name]) => !/^x-ratelimit-(?!used)/i.test(name)),
          })
        : null,
  },
];

const headersWellFormed: readonly Mutation[] = [
  field('a list', limit, 'is a list of policies', wellFormed, (scene) => `${fieldOf(scene, limit)}, 60;w=60`),
  field('a 404', limit, 'is unlimited', wellFormed, () => 'unlimited'),
  field('a 401', limit, 'is no number', wellFormed, () => 'none'),
  field('a 201', limit, 'is written with an exponent', wellFormed, () => '1e3'),
  field('an animal', limit, 'is written in groups', wellFormed, () => '1,000'),
  field('a 400', limit, 'has a sign', wellFormed, (scene) => `+${fieldOf(scene, limit)}`),
  field('a 400', remaining, 'is below 0', wellFormed, () => '-1'),
  field('a list', remaining, 'is a fraction', wellFormed, () => '29.5'),
  field('an animal', remaining, 'says nothing', wellFormed, () => ''),
  field('a 401', remaining, 'is hexadecimal', wellFormed, () => '0x1f'),
  field('a 404', remaining, 'is written in other digits', wellFormed, () => '\uff12\uff19'),
  field(
    'an animal',
    remaining,
    'is above the limit',
    wellFormed,
    (scene) => `${Number(fieldOf(scene, limit)) + 1}`,
  ),
  field('a 404', limit, 'is 0', wellFormed, () => '0'),
  ...[limit, remaining].map(
    (name, index): Mutation => ({
      name: `${name} stands there twice`,
      violates: [wellFormed],
      mutate: (scene) =>
        places[index === 0 ? 'a 404' : 'a list'](scene)
          ? answered(scene, {
              headers: [...(scene.response?.headers ?? []), [name.toLowerCase(), fieldOf(scene, name) ?? '']],
            })
          : null,
    }),
  ),
];

/** The server's clock at an exchange, in Unix seconds, as far as the run can tell. */
function clockOf(scene: Scene): number | null {
  const date = fieldOf(scene, 'Date');
  return date === null ? null : Date.parse(date) / 1000;
}

const anyClock = (scene: Scene) => clockOf(scene) ?? (epochMs + scene.exchange.sentAtMs) / 1000;

const resetIsTimestamp: readonly Mutation[] = [
  field('a list', reset, 'is remaining seconds', timestamp, () => '42'),
  field('a 404', reset, 'is 0', timestamp, () => '0'),
  field('a 201', reset, 'is in milliseconds', timestamp, (scene) => `${fieldOf(scene, reset)}000`),
  field('an animal', reset, 'is in the past', timestamp, (scene) => {
    const clock = clockOf(scene);
    return clock === null
      ? undefined
      : `${clock - 30 - Math.ceil(scene.exchange.finishedAtMs - scene.exchange.sentAtMs)}`;
  }),
  field('a 400', reset, 'is an hour ago', timestamp, (scene) => `${Math.floor(anyClock(scene)) - 3600}`),
  field(
    'a 404',
    reset,
    'is three days off',
    timestamp,
    (scene) => `${Math.ceil(anyClock(scene)) + 3 * 86_400}`,
  ),
  field(
    'a list',
    reset,
    'is a year off',
    timestamp,
    (scene) => `${Math.ceil(anyClock(scene)) + 365 * 86_400}`,
  ),
  field('a list', reset, 'is below 0', timestamp, () => '-1'),
  field('a 201', reset, 'is an ISO date', timestamp, () => '2026-06-12T10:01:00Z'),
  field('a 404', reset, 'is an HTTP date', timestamp, () => 'Fri, 12 Jun 2026 10:01:00 GMT'),
  field('a 401', reset, 'is a word', timestamp, () => 'soon'),
  field('an animal', reset, 'says nothing', timestamp, () => ''),
  field('a 429', reset, 'is remaining seconds', timestamp, () => '1'),
  {
    name: `${reset} stands there twice`,
    violates: [timestamp],
    mutate: (scene) =>
      places['a 400'](scene)
        ? answered(scene, {
            headers: [...(scene.response?.headers ?? []), [reset, fieldOf(scene, reset) ?? '']],
          })
        : null,
  },
];

const limitMatchesPlan: readonly Mutation[] = ['a 404', 'a 201', 'a 429', 'a list'].map((place, index) =>
  field(
    place as Place,
    limit,
    ['is one more', 'is twice as much', 'is by the hour', 'is of no plan'][index] ?? '',
    plan,
    (scene) => {
      const { planLimit } = scene.context;
      const figure = Number(fieldOf(scene, limit));
      const other = [figure + 1, figure * 2, figure * 60, 123_457][index] ?? 0;
      return planLimit === null || other === planLimit.perDay || other === planLimit.perMinute
        ? undefined
        : `${other}`;
    },
  ),
);

const countsDown = 'rate/remaining-counts-down';

/** So many readings in a row that no refill explains the figures, a moment each. */
const row = 240;

/** Later in a run, a refill in long steps could explain these values. */
const earlyMs = 10_000;

function counted(name: string, figure: (limitFigure: number, served: number) => number): Mutation {
  return {
    name,
    violates: [countsDown],
    mutate: (scene) => {
      const { planLimit } = scene.context;
      const { exchange } = scene;
      const isList = places['a list'](scene) && exchange.request.credential === 'api-key';
      const most = Number(fieldOf(scene, limit));
      const ambiguous = planLimit !== null && planLimit.perMinute === planLimit.perDay;
      if (!isList || ambiguous || most > 1000 || exchange.sentAtMs > earlyMs) {
        return null;
      }
      const more = Array.from({ length: row }, (_, index): Exchange => {
        const time = exchange.finishedAtMs + (index + 1) / 100;
        const [one] = withField(scene, remaining, `${figure(most, index + 1)}`) ?? [];
        return {
          ...(one ?? exchange),
          sentAtMs: time,
          headersAtMs: time + 0.004,
          finishedAtMs: time + 0.005,
        };
      });
      return [exchange, ...more];
    },
  };
}

const remainingCountsDown: readonly Mutation[] = [
  counted(`${remaining} stays at the limit`, (most) => most),
  counted(`${remaining} stays ten below the limit`, (most) => most - 10),
  counted(`${remaining} goes up`, (most, served) => Math.max(0, most - row - 10 + served)),
];

/** What the rate limit headers of a service may get wrong. */
export const rateMutations: readonly Mutation[] = [
  ...headersPresent,
  ...headersWellFormed,
  ...resetIsTimestamp,
  ...limitMatchesPlan,
  ...remainingCountsDown,
];
