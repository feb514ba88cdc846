import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { context, exchange, reportedRequirements, type Shape } from './exchanges.ts';

const id = 'errors/no-server-error';
const reset: Shape = { response: null, failure: { code: 'reset', detail: 'closed' } };

function creation(bytes: number): Shape {
  return { method: 'POST', body: JSON.stringify({ name: 'x'.repeat(bytes - 26), categoryId: 1 }) };
}

/** The reasons of an inconclusive requirement after these exchanges, each over a new connection. */
function undecided(...shapes: readonly Shape[]): string[] {
  const watch = startWatch(context);
  shapes.forEach((shape, index) => {
    watch.see({ ...exchange({ ...shape, number: index + 1 }), connection: index + 1 });
  });
  return [...watch.unreached(id)];
}

describe('errors/no-server-error after lost responses', () => {
  const large = creation(65_537);
  const served: Shape = {};

  it('is undecided if the connection closes repeatedly for a large body, which a server may refuse', () => {
    const shapes = [served, { ...large, ...reset }, { ...large, ...reset }, { ...large, ...reset }];
    expect(undecided(...shapes)).toEqual([
      'a response to a body of 65537 bytes (lost 3 times; a server may close the connection to refuse a large body)',
    ]);
    expect(
      reportedRequirements(shapes.map((shape, index) => ({ ...exchange(shape), connection: index + 1 }))),
    ).toEqual([]);
  });

  it.each<[string, Shape[]]>([
    ['once', [{ ...large, ...reset }]],
    [
      'once each for two large bodies',
      [
        { ...large, ...reset },
        { ...creation(70_000), ...reset },
      ],
    ],
    ['never', [large]],
  ])('is decided if that happens %s', (_times, shapes) => {
    expect(undecided(served, ...shapes)).toEqual([]);
  });

  it('is violated, not undecided, if the body is no larger than 64 KiB', () => {
    const small = { ...creation(65_536), ...reset };
    const shapes = [served, small, small].map((shape, index) => ({
      ...exchange({ ...shape, number: index + 1 }),
      connection: index + 1,
    }));
    expect(reportedRequirements(shapes)).toEqual([id]);
  });

  it.each([0, 1, 2, 3, 7])('counts %i truncated responses to different requests', (count) => {
    const truncated = Array.from(
      { length: count },
      (_, index): Shape => ({
        target: `/pets?limit=${index + 1}`,
        failure: { code: 'truncated', detail: 'the connection was closed in the middle of the body' },
      }),
    );
    expect(undecided(served, ...truncated)).toEqual(
      count < 3 ? [] : [`complete responses to all requests (${count} were lost or truncated)`],
    );
  });
});
