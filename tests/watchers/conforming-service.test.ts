import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startWatch, watchedRequirements } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { conformingShape } from './conforming-exchanges.ts';
import { context, errorBody, exchange, findingsOf, type Shape } from './exchanges.ts';

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
  });
});

describe('what is judged', () => {
  it('is everything after a complete run', () => {
    const watch = startWatch(context);
    const touched = new Set(inOrder(completeRun).flatMap((one) => watch.see(one).touched));
    expect([...touched].sort()).toEqual([...watchedRequirements].sort());
  });

  it('is nothing without a response', () => {
    const watch = startWatch(context);
    const touched = inOrder(completeRun).flatMap(
      (one) => watch.see({ ...one, response: null, failure: { code: 'timeout', detail: '' } }).touched,
    );
    expect(touched).toEqual([]);
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
