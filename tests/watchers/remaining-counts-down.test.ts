import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { accused, errorBody, exchange, findingsOf, type Shape } from './exchanges.ts';
import { type Limiter, permittedLimiters } from './limiters.ts';

const id = 'rate/remaining-counts-down';
const minuteMs = 60_000;
const limits = [60, 300, 1000, 60_000];
const unknownPlan = { planLimit: null, minuteMs, dayMs: 86_400_000 };

/** One of our requests, and what others spend on the key before it. */
interface Step {
  readonly gapMs: number;
  readonly foreign: number;
  readonly kind: 'served' | 'refused' | 'uncharged';
  readonly lagMs: number;
}

function answer(
  number: number,
  sentAtMs: number,
  durationMs: number,
  status: number,
  limit: number,
  left: number,
) {
  return exchange({
    number,
    sentAtMs,
    durationMs,
    status,
    ...(status === 200 ? {} : { target: '/pets/5', answer: errorBody(status) }),
    received: { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${left}` },
  });
}

/** A run against a limiter: every request is decided somewhere between being sent and being answered. */
function run(limiter: Limiter, limit: number, startMs: number, steps: readonly Step[]): Exchange[] {
  let now = startMs;
  return steps.map(({ gapMs, foreign, kind, lagMs }, index) => {
    for (let spent = 0; spent < foreign; spent += 1) {
      limiter.take(now + (gapMs * spent) / foreign);
    }
    const sent = now + gapMs;
    const decided = sent + lagMs / 2;
    now = sent + lagMs;
    const { admitted, remaining } = limiter.take(decided);
    if (kind === 'uncharged' && admitted) {
      limiter.refund(decided);
    }
    const status = admitted ? (kind === 'served' ? 200 : 404) : 429;
    return answer(index + 1, sent, lagMs, status, limit, remaining);
  });
}

const pace = fc.constantFrom(0.2, 1, 5, 40, 300, 1000, 4000);
const stepsAt = (meanMs: number) =>
  fc.array(
    fc.record({
      gapMs: fc.oneof(
        { weight: 8, arbitrary: fc.double({ min: 0, max: 2 * meanMs, noNaN: true }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 1000, 15_000, 61_000) },
      ),
      foreign: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
      kind: fc.constantFrom(
        'served' as const,
        'served' as const,
        'served' as const,
        'refused' as const,
        'uncharged' as const,
      ),
      lagMs: fc.double({ min: 0.05, max: 5, noNaN: true }),
    }),
    { minLength: 20, maxLength: 250, size: 'max' },
  );
const traffic = pace.chain(stepsAt);

describe.each(Object.entries(permittedLimiters))('%s', (_name, build) => {
  it.each(limits)('is never accused at %i a minute, whoever else uses the key', (limit) => {
    fc.assert(
      fc.property(traffic, fc.nat(minuteMs), (steps, startMs) => {
        expect(findingsOf(run(build(limit, minuteMs), limit, startMs, steps), unknownPlan)).toEqual([]);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('is never accused where our own requests of a minute ago come back one for one', () => {
    const steady: Step[] = Array.from({ length: 400 }, () => ({
      gapMs: 400,
      foreign: 0,
      kind: 'served',
      lagMs: 1,
    }));
    const earlier: Step[] = Array.from({ length: 100 }, () => ({
      gapMs: 9,
      foreign: 0,
      kind: 'served',
      lagMs: 1,
    }));
    const limiter = build(300, minuteMs);
    for (const { gapMs } of earlier) {
      limiter.take(gapMs);
    }
    expect(findingsOf(run(limiter, 300, 1000, steady), unknownPlan)).toEqual([]);
  });

  it('is never accused for answers that overtake each other', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 20, noNaN: true }),
            fc.double({ min: 0.1, max: 30, noNaN: true }),
          ),
          {
            minLength: 30,
            maxLength: 150,
            size: 'max',
          },
        ),
        fc.constantFrom(...limits),
        (requests, limit) => {
          const limiter = build(limit, minuteMs);
          const answers = requests
            .map(([sent, lag]) => ({ sent, lag, decided: sent + lag / 3 }))
            .sort((one, other) => one.decided - other.decided)
            .map(({ sent, lag, decided }, index) => {
              const { admitted, remaining } = limiter.take(decided);
              return answer(index + 1, sent, lag, admitted ? 200 : 429, limit, remaining);
            })
            .sort((one, other) => one.finishedAtMs - other.finishedAtMs);
          expect(findingsOf(answers, unknownPlan)).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });
});

const faults: Readonly<Record<string, (served: number, limit: number) => number>> = {
  'frozen below the limit': (_served, limit) => limit - 7,
  'frozen at one less': (_served, limit) => limit - 1,
  'always the limit': (_served, limit) => limit,
  'counting every second request': (served, limit) => limit - Math.ceil(served / 2),
  'counting up': (served, limit) => Math.min(limit, limit - 20 + served),
  'frozen far below the limit': (_served, limit) => Math.floor(limit / 3),
};

describe.each(Object.entries(faults))('Remaining %s', (_name, remaining) => {
  it.each([60, 300, 1000])('is found within 40 requests at %i a minute, and nothing else', (limit) => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 40, maxLength: 40 }),
        fc.nat(100_000),
        (gaps, startMs) => {
          let now = startMs;
          const exchanges = gaps.map((gapMs, index) => {
            const sent = now + gapMs;
            now = sent + 1;
            return answer(index + 1, sent, 1, 200, limit, remaining(index + 1, limit));
          });
          expect(accused(exchanges, unknownPlan)).toEqual([id]);
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });
});

describe('rate/remaining-counts-down', () => {
  it.each([60, 100])('finds that each request is counted twice, at %i0 a minute', (limit) => {
    const doubled = Array.from({ length: 60 }, (_, index) =>
      answer(index + 1, index * 2, 1, 200, limit * 10, limit * 10 - 2 * index),
    );
    expect(accused(doubled, unknownPlan)).toEqual([id]);
  });

  it('forgives that others draw on the key between our requests', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 80, maxLength: 80 }), (foreign) => {
        let left = 6000;
        const shared = foreign.map((spent, index) => {
          left -= 1 + spent;
          return answer(index + 1, index * 2, 1, 200, 6000, left);
        });
        fc.pre(new Set(foreign).size > 1);
        expect(findingsOf(shared, unknownPlan)).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('finds that one operation is never counted', () => {
    let left = 1000;
    const exchanges = Array.from({ length: 300 }, (_, index) => {
      if (index % 20 === 19) {
        left -= 1;
        return answer(index + 1, index * 10, 1, 404, 1000, left);
      }
      const isCreation = index % 6 === 5;
      left -= isCreation ? 0 : 1;
      const pet = '{"id":5,"name":"Rex","categoryId":7}';
      return exchange({
        number: index + 1,
        sentAtMs: index * 10,
        ...(isCreation
          ? { method: 'POST', body: '{"name":"Rex","categoryId":7}', status: 201, answer: pet }
          : { target: '/pets/5', answer: pet }),
        received: { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': `${left}` },
      });
    });
    expect(findingsOf(exchanges, unknownPlan)).toMatchObject([{ requirement: id, kind: 'frozen createPet' }]);
  });

  it('says nothing of steps from above the limit, which are judged as such', () => {
    const above = Array.from({ length: 40 }, (_, index) =>
      answer(index + 1, index * 3, 1, 200, 60, Math.max(0, 65 - index)),
    );
    expect(accused(above, unknownPlan)).toEqual(['rate/headers-well-formed']);
  });

  it('judges the figures of a minute and of a day apart', () => {
    const exchanges = Array.from({ length: 60 }, (_, index) => {
      const day = Math.floor(index / 7) % 2 === 1;
      return answer(index + 1, index * 3, 1, 200, day ? 1000 : 60, (day ? 1000 : 60) - 1 - index);
    });
    expect(findingsOf(exchanges, unknownPlan)).toEqual([]);
  });

  it('finds a frozen figure of the day where the plan tells that it is one', () => {
    const plan = { ...unknownPlan, planLimit: { perMinute: 1000, perDay: 100_000 } };
    const frozen = Array.from({ length: 40 }, (_, index) =>
      answer(index + 1, index * 40, 1, 200, 100_000, 99_999),
    );
    expect(accused(frozen, plan)).toEqual([id]);
  });

  it('says nothing of keys that were made up, nor of answers from a cache', () => {
    const frozen = Array.from({ length: 60 }, (_, index) => answer(index + 1, index, 0.5, 200, 60, 59));
    const cached = frozen.map((one) => ({
      ...one,
      response: one.response && {
        ...one.response,
        headers: [...one.response.headers, ['Age', '3'] as const],
      },
    }));
    const invalid = frozen.map((one) => ({
      ...one,
      request: { ...one.request, credential: 'invalid' as const },
    }));
    expect(accused(frozen, unknownPlan)).toEqual([id]);
    expect(findingsOf(cached, unknownPlan)).toEqual([]);
    expect(findingsOf(invalid, unknownPlan)).toEqual([]);
  });

  it('is not decided before the figure was seen to go down', () => {
    const watch = startWatch(unknownPlan);
    expect(watch.unreached(id)).toEqual([
      'requests served so quickly one after another that Remaining is seen to go down',
    ]);
    for (let index = 0; index < 8; index += 1) {
      watch.see(answer(index + 1, index * 5, 1, 200, 60, 59 - index));
    }
    expect(watch.unreached(id)).toEqual([]);
  });
});

/** A list, served, that shows these figures; each sent a moment after the one before was answered. */
function served(figures: readonly number[], limit = 60, changes: Shape = {}): Exchange[] {
  return figures.map((left, index) => {
    const number = changes.number === undefined ? index + 1 : changes.number + index;
    return exchange({
      ...changes,
      number,
      sentAtMs: number * 3,
      durationMs: 1,
      received: { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${left}`, ...changes.received },
    });
  });
}

const still = (count: number, left = 59) => Array.from({ length: count }, () => left);
const down = (count: number, by: number, from: number) =>
  Array.from({ length: count }, (_, index) => from - by * index);
const plans = (perMinute: number, perDay: number) => ({ ...unknownPlan, planLimit: { perMinute, perDay } });

describe('what is said of Remaining', () => {
  it.each([
    ['stands', served(still(40)), 'goes-down-too-little'],
    ['stands far from the limit', served(still(40, 500), 1000), 'frozen'],
    ['goes down by two', served(down(60, 2, 900), 1000), 'too-fast'],
    ['goes down by two for lists alone', served(down(60, 2, 900), 1000), 'too-fast'],
  ])('where it %s', (_what, exchanges, kind) => {
    const findings = findingsOf(exchanges, unknownPlan);
    expect(findings).toMatchObject([{ requirement: id, kind, related: [{ exchange: 1 }] }]);
  });

  it('is said once, however long it goes on', () => {
    expect(findingsOf(served(still(200)), unknownPlan)).toHaveLength(1);
    expect(
      findingsOf([...served(still(60)), ...served(still(60, 299), 300, { number: 61 })], unknownPlan),
    ).toHaveLength(2);
  });

  it('tells when it shows, with the first and the last figure', () => {
    const [slow] = findingsOf(served(still(40)), unknownPlan);
    expect(`${slow?.message}. ${slow?.expected}. ${slow?.actual}`).toMatchInlineSnapshot(
      `"X-RateLimit-Remaining does not go down by one with each served request. one less with each served request: no kind of limiter gives back so much in 0.02 s. X-RateLimit-Remaining: 59, and 59 of 60 after 7 served requests"`,
    );
    const [frozen] = findingsOf(served(still(40, 500), 1000), unknownPlan);
    expect(`${frozen?.message}. ${frozen?.expected}. ${frozen?.actual}`).toMatchInlineSnapshot(
      `"X-RateLimit-Remaining does not go down when a request is served. one less with each served request. X-RateLimit-Remaining: 500, and 500 of 1000 after 33 served requests"`,
    );
    const [doubled] = findingsOf(served(down(60, 2, 900), 1000), unknownPlan);
    expect(`${doubled?.message}. ${doubled?.expected}. ${doubled?.actual}`).toMatchInlineSnapshot(
      `"X-RateLimit-Remaining goes down by more than one whenever a request is served. one less with each served request. X-RateLimit-Remaining: 900, and 816 of 1000 after 43 served requests"`,
    );
  });
});

describe('nothing is said of Remaining', () => {
  it.each([
    ['of a limit of 0', served(still(60, 0), 0, {}), unknownPlan],
    ['where a minute and a day have one figure', served(still(60)), plans(60, 60)],
    ['of redirections', served(still(60), 60, { target: '/pets/5', status: 300, answer: '' }), unknownPlan],
    [
      'of refusals',
      served(still(60), 60, { target: '/pets/5', status: 404, answer: errorBody(404) }),
      unknownPlan,
    ],
    ['of paths of no operation', served(still(60), 60, { target: '/nothing' }), unknownPlan],
    ['of unusual requests', served(still(60), 60, { target: '/pets?page=2' }), unknownPlan],
    ['of keys with a quota', served(still(60), 60, { credential: 'quota-key-0' }), unknownPlan],
    [
      'where there is no limit',
      served(still(60), 60, { received: { 'X-RateLimit-Limit': null } }),
      unknownPlan,
    ],
    [
      'where there is no figure',
      served(still(60), 60, { received: { 'X-RateLimit-Remaining': null } }),
      unknownPlan,
    ],
  ])('%s', (_what, exchanges, runContext) => {
    expect(findingsOf(exchanges, runContext).filter(({ requirement }) => requirement === id)).toEqual([]);
  });

  it('once it was above its limit, though it comes back', () => {
    const exchanges = [...served([61]), ...served(still(60), 60, { number: 2 })];
    expect(accused(exchanges, unknownPlan)).toEqual(['rate/headers-well-formed']);
    expect(accused([...served([60]), ...served(still(60, 60), 60, { number: 2 })], unknownPlan)).toEqual([
      id,
    ]);
  });

  it('of a ninth figure of Limit', () => {
    const limits = [100, 200, 300, 400, 500, 600, 700, 800];
    const eight = limits.flatMap((limit, index) => served([limit - 1], limit, { number: index + 1 }));
    expect(findingsOf([...eight, ...served(still(60, 899), 900, { number: 9 })], unknownPlan)).toEqual([]);
    expect(accused([...eight, ...served(still(60, 799), 800, { number: 9 })], unknownPlan)).toEqual([id]);
  });
});

describe('the window of Remaining', () => {
  // A figure far below its limit stands: a minute gives back that much between two requests, a day does not.
  const apart = Array.from({ length: 45 }, (_, index) => answer(index + 1, index * 500, 1, 200, 1000, 500));

  it('is a day where the plan says so of the limit, and else a minute', () => {
    expect(accused(apart, plans(60, 1000))).toEqual([id]);
    expect(findingsOf(apart, plans(1000, 10_000))).toEqual([]);
    expect(findingsOf(apart, unknownPlan)).toEqual([]);
  });
});

describe('quick steps of one figure', () => {
  /** Every fourth request is another one, so that steps in a row are too few to tell. */
  const interleaved = (other: (number: number) => Exchange) =>
    served(still(200, 500), 1000).map((one, index) => (index % 4 === 3 ? other(index + 1) : one));

  it.each([
    [
      'a refused request',
      (number: number) =>
        served([500], 1000, { number, target: '/pets/5', status: 404, answer: errorBody(404) }),
    ],
    ['another figure of Limit', (number: number) => served([59999 - number], 60_000, { number })],
    [
      'the key in another form that was accepted',
      (number: number) => served([500], 1000, { number, credential: 'invalid' }),
    ],
  ])('are interrupted by %s', (_what, other) => {
    const interrupted = interleaved((number) => other(number)[0] ?? exchange());
    expect(findingsOf(interrupted, unknownPlan).map(({ kind }) => kind)).not.toContain('frozen');
  });

  it('are not interrupted by another key', () => {
    const others = interleaved((number) => ({
      ...exchange({ number, credential: 'none', status: 401, answer: errorBody(401) }),
      sentAtMs: number * 3,
    }));
    expect(findingsOf(others, unknownPlan).map(({ kind }) => kind)).toContain('frozen');
  });
});

describe('Remaining is decided', () => {
  const missing = (exchanges: readonly Exchange[]) => {
    const watch = startWatch(unknownPlan);
    for (const one of exchanges) {
      watch.see(one);
    }
    return watch.unreached(id);
  };

  it('by three steps down, of one figure or of several', () => {
    expect(missing(served(down(3, 1, 59)))).toHaveLength(1);
    expect(missing(served(down(4, 1, 59)))).toEqual([]);
    const both = (count: number) => [
      ...served(down(3, 1, 59)),
      ...served(down(count, 1, 299), 300, { number: 4 }),
    ];
    expect(missing(both(1))).toHaveLength(1);
    expect(missing(both(2))).toEqual([]);
  });

  it('by answers that are judged, each of which is evidence', () => {
    const watch = startWatch(unknownPlan);
    const touched = (one: Exchange) => watch.see(one).touched.includes(id);
    expect(touched(answer(1, 0, 5, 200, 60, 59))).toBe(true);
    expect(touched(answer(2, 10, 2, 200, 60, 58))).toBe(true);
    // Sent before an answer that counts against it had come.
    expect(touched(answer(3, 3, 20, 200, 60, 57))).toBe(false);
    expect(touched(answer(4, 30, 3, 404, 60, 56))).toBe(false);
  });
});
