import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { list } from './ordinary-shapes.ts';

const body = '[{"id":1,"name":"Re';

/** The same list again, each time on a connection of its own. */
function broken(number: number, code: FailureCode, shape: Shape = {}) {
  const answer = shape.answer ?? body;
  const one = exchange({
    target: '/pets?status=sold',
    ...shape,
    number,
    answer,
    failure: { code, detail: 'it broke' },
  });
  return { ...one, connection: shape.response === null ? 0 : number };
}
const whole = (number: number) => ({ ...exchange({ ...list, number }), connection: 50 });

describe('a body that breaks off', () => {
  /** Cut off so often, and each time another response is whole in between. */
  const cuts = (code: FailureCode, times: number) =>
    Array.from({ length: times }, (_, time) => [broken(2 * time + 1, code), whole(2 * time + 2)]).flat();

  it.each(['truncated', 'reset', 'not-http'] as const)(
    'three times may be due to a proxy, and four times is a deviation: %s',
    (code) => {
      expect(reportedRequirements(cuts(code, 3))).toEqual([]);
      expect(reportedRequirements(cuts(code, 4))).toEqual(['responses/media-type']);
      const [finding] = findingsOf(cuts(code, 4));
      expect(finding).toMatchObject({ kind: 'broken-off', related: [{ exchange: 5 }] });
      expect(finding?.actual).toContain(`${body.length} bytes`);
    },
  );

  it('is none, however often, where no other response is whole in between', () => {
    const alone = [1, 2, 3, 4, 5, 6].map((number) => broken(number, 'truncated'));
    expect(reportedRequirements(alone)).toEqual([]);
  });

  it.each([
    ['that this client gave up on', 'body-too-large'],
    ['of a run that was interrupted', 'interrupted'],
    ['in a coding that this client lacks', 'other'],
  ] as const)('is no evidence %s', (_what, code) => {
    expect(reportedRequirements([broken(1, code), broken(2, code)])).toEqual([]);
  });
});

describe('a body that never ends', () => {
  it('is a deviation where it stops at the same byte, and others are answered meanwhile', () => {
    expect(reportedRequirements([broken(1, 'timeout'), whole(2), broken(3, 'timeout')])).toEqual([
      'responses/media-type',
    ]);
  });

  it('is none if no other request gets a response meanwhile: the service or the network hangs', () => {
    expect(reportedRequirements([whole(1), broken(2, 'timeout'), broken(3, 'timeout')])).toEqual([]);
  });

  it('is none where it gets further another time: the service is slow', () => {
    const further = broken(3, 'timeout', { answer: `${body}x` });
    expect(reportedRequirements([broken(1, 'timeout'), whole(2), further])).toEqual([]);
  });
});
