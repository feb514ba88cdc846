import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startWatch, watchedRequirements } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { conformingShape } from './conforming-exchanges.ts';
import { context, epochMs, errorBody, exchange, findingsOf, type Shape } from './exchanges.ts';
import { badBody, noKey, noPet } from './ordinary-shapes.ts';

/** A run of which Remaining tells nothing but that it goes down. */
function inOrder(shapes: readonly Shape[]) {
  return shapes.map((shape, index) =>
    exchange({
      number: index + 1,
      ...shape,
      received: { 'X-RateLimit-Remaining': `${Math.max(0, 59 - index)}`, ...shape.received },
    }),
  );
}

/** What a complete run reaches. */
const completeRun: readonly Shape[] = [
  { answer: '[]' },
  {
    method: 'POST',
    body: '{"name":"Rex","categoryId":7}',
    status: 201,
    answer: '{"id":5,"name":"Rex","categoryId":7}',
  },
  { target: '/pets/5', answer: '{"id":5,"name":"Rex","categoryId":7}' },
  { method: 'POST', body: '{', status: 400, answer: errorBody(400) },
  { target: '/pets/6', status: 404, answer: errorBody(404) },
  { target: '/pets/6', status: 404, answer: errorBody(404) },
  { status: 401, credential: 'none', answer: errorBody(401) },
  { method: 'POST', body: '{}', status: 401, credential: 'none', answer: errorBody(401) },
  { target: '/pets/5', status: 401, credential: 'none', answer: errorBody(401) },
  ...Array.from({ length: 4 }, () => ({ answer: '[]' })),
];

describe('a conforming service', () => {
  it('is never reported, whatever permitted behaviour it has, in any order', () => {
    fc.assert(
      fc.property(fc.array(conformingShape, { minLength: 1, maxLength: 30 }), (shapes) => {
        expect(findingsOf(inOrder(shapes))).toEqual([]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('is never reported after the removal of getPet', () => {
    const gone: Shape[] = [404, 410, 405].map((status) => ({
      target: '/pets/5',
      startedAt: '2030-12-05T00:00:00.000Z',
      status,
      answer: '<h1>gone</h1>',
      received: {
        'Content-Type': 'text/html',
        Date: 'Thu, 05 Dec 2030 00:00:00 GMT',
        'X-RateLimit-Reset': '1922659260',
      },
    }));
    expect(findingsOf(inOrder(gone))).toEqual([]);
    const watch = startWatch(context);
    for (const one of inOrder(gone)) {
      watch.see(one);
    }
    expect(watch.unreached('responses/schema')).toEqual(['200 of listPets', '201 of createPet']);
  });

  it.each([-500, -20, 0, 20, 500])('may have a clock that is %i s apart', (skew) => {
    const now = epochMs / 1000 + skew;
    const shapes = [0, 1, 59, 172_000].map((ahead) => ({
      received: {
        Date: new Date(now * 1000).toUTCString(),
        'X-RateLimit-Reset': `${Math.ceil(now) + ahead}`,
      },
    }));
    expect(findingsOf(inOrder(shapes))).toEqual([]);
    const withoutDate = shapes.map(({ received }) => ({ received: { ...received, Date: null } }));
    expect(findingsOf(inOrder(withoutDate))).toEqual([]);
  });

  it('may take its time to answer, and then stamp the answer late', () => {
    const slow = exchange({
      durationMs: 9000,
      received: {
        Date: new Date(epochMs + 9000).toUTCString(),
        'X-RateLimit-Reset': `${epochMs / 1000 + 1}`,
      },
    });
    expect(findingsOf([slow])).toEqual([]);
  });
});

describe('what was reached', () => {
  it('is nothing before the first exchange', () => {
    const watch = startWatch(context);
    for (const requirement of watchedRequirements) {
      expect(watch.unreached(requirement), requirement).not.toEqual([]);
    }
    expect(watch.unreached('responses/schema')).toEqual([
      '200 of listPets',
      '201 of createPet',
      '200 of getPet',
    ]);
    expect(watch.unreached('errors/body-shape')).toContain('404 of getPet');
    expect(startWatch({ ...context, planLimit: null }).unreached('rate/limit-matches-plan')).toEqual([
      "the limits of the key's plan (`--plan`; for enterprise `--plan-limit enterprise=MINUTE/DAY`)",
    ]);
  });

  it('distinguishes evidence in another form from no evidence', () => {
    const watch = startWatch(context);
    const answer = '{"statusCode":400,"error":"Bad Request"}';
    for (const [number, shape] of [badBody, badBody, noKey, noPet].entries()) {
      watch.see(exchange({ ...shape, number: number + 1, answer }));
    }
    watch.see(exchange({ ...noPet, number: 5, failure: { code: 'truncated', detail: 'cut off' } }));
    const words = [
      '400 of createPet as a readable Error (2 received, none was)',
      '401 of listPets as a readable Error (1 received, none was)',
      '401 of createPet',
      '401 of getPet',
      '404 of getPet as a readable Error (2 received, none was)',
    ];
    expect(watch.unreached('errors/status-matches')).toEqual(words);
    expect(watch.unreached('errors/not-empty')).toEqual(words);
    expect(watch.unreached('errors/body-shape')).toEqual(['401 of createPet', '401 of getPet']);
    expect(watch.unreached('errors/code-stable')).toEqual([
      'the same 401 twice with a readable code (1 received, none had one)',
      'the same 404 twice with a readable code (2 received, none had one)',
    ]);
    watch.see(exchange({ ...noPet, number: 6, answer: errorBody(404) }));
    expect(watch.unreached('errors/status-matches')).toEqual(words.slice(0, 4));
    expect(watch.unreached('errors/code-stable')).toContain('the same 404 twice');
  });

  it('has this wording', () => {
    const watch = startWatch(context);
    expect(
      Object.fromEntries(watchedRequirements.map((id) => [id, watch.unreached(id).join('; ')])),
    ).toMatchInlineSnapshot(`
      {
        "errors/body-shape": "400 of createPet; 401 of listPets; 401 of createPet; 401 of getPet; 404 of getPet",
        "errors/code-stable": "the same 401 twice; the same 404 twice",
        "errors/codes": "an Error with a code",
        "errors/no-internals": "an error response with a body",
        "errors/no-server-error": "a response",
        "errors/not-empty": "400 of createPet; 401 of listPets; 401 of createPet; 401 of getPet; 404 of getPet",
        "errors/status-matches": "400 of createPet; 401 of listPets; 401 of createPet; 401 of getPet; 404 of getPet",
        "rate/headers-present": "a 200; a 201; a 400; a 401; a 404",
        "rate/headers-well-formed": "X-RateLimit-Limit and X-RateLimit-Remaining on a response to a valid key",
        "rate/limit-matches-plan": "X-RateLimit-Limit on a response to the key",
        "rate/remaining-counts-down": "successive requests for which X-RateLimit-Remaining counts down",
        "rate/reset-is-timestamp": "X-RateLimit-Reset on a response to a valid key",
        "responses/documented-status": "200 of listPets; 401 of listPets; 201 of createPet; 400 of createPet; 401 of createPet; 200 of getPet; 401 of getPet; 404 of getPet",
        "responses/media-type": "200 of listPets; 401 of listPets; 201 of createPet; 400 of createPet; 401 of createPet; 200 of getPet; 401 of getPet; 404 of getPet",
        "responses/schema": "200 of listPets; 201 of createPet; 200 of getPet",
      }
    `);
    expect(watch.unreached('list/safe')).toEqual([]);
  });

  it('says nothing of getPet once that may be gone, and something until then', () => {
    const at = (startedAt: string) => {
      const watch = startWatch(context);
      watch.see(exchange({ startedAt, answer: '[]' }));
      watch.see(exchange({ number: 2, answer: '[]' }));
      return watch.unreached('responses/schema');
    };
    expect(at('2030-12-03T23:59:59.999Z')).toEqual(['201 of createPet', '200 of getPet']);
    expect(at('2030-12-04T00:00:00.000Z')).toEqual(['201 of createPet']);
  });

  it('is left to others where they watch a requirement', () => {
    const faulty = exchange({ status: 500, answer: '', received: { 'X-RateLimit-Limit': null } });
    const requirements = (...except: string[]) =>
      startWatch(context, except)
        .see(faulty)
        .findings.map(({ requirement }) => requirement);
    expect(requirements()).toEqual(['responses/documented-status', 'errors/no-server-error']);
    expect(requirements('errors/no-server-error')).toEqual(['responses/documented-status']);
    expect(startWatch(context, ['errors/no-server-error']).unreached('errors/no-server-error')).toEqual([]);
    // A watcher of two requirements goes on as long as one of them is wanted.
    const noKey = { status: 401, credential: 'none', received: { 'X-RateLimit-Limit': null } } as const;
    const seen = startWatch(context, ['rate/headers-well-formed']).see(
      exchange({ ...noKey, answer: errorBody(401) }),
    );
    expect(seen.findings.map(({ requirement }) => requirement)).toEqual(['rate/headers-present']);
  });

  it('is everything after a complete run, and each requirement was touched', () => {
    const watch = startWatch(context);
    const touched = new Set(inOrder(completeRun).flatMap((one) => watch.see(one).touched));
    for (const requirement of watchedRequirements) {
      expect(watch.unreached(requirement), requirement).toEqual([]);
    }
    expect([...touched].sort()).toEqual([...watchedRequirements].sort());
  });

  it('is not what a failure kept from being seen', () => {
    const watch = startWatch(context);
    for (const one of inOrder(completeRun)) {
      watch.see({ ...one, response: null, failure: { code: 'timeout', detail: '' } });
    }
    for (const requirement of watchedRequirements) {
      expect(watch.unreached(requirement), requirement).not.toEqual([]);
    }
  });

  it('observes the codes of errors by condition, bounded', () => {
    const watch = startWatch(context);
    for (let index = 0; index < 50; index += 1) {
      watch.see(
        exchange({
          number: index + 1,
          target: `/pets/${index}`,
          status: 404,
          answer: errorBody(404, 'x'.repeat(index * 50)),
        }),
      );
    }
    const [observation, ...others] = watch.observations();
    expect(others).toEqual([]);
    expect(observation?.requirement).toBe('errors/codes');
    expect(observation?.text).toMatch(/^404 of getPet: "", "x{50}"/);
    expect(observation?.exchanges).toHaveLength(10);
    expect(observation?.text.length).toBeLessThan(2500);
  });
});
