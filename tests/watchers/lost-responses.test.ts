import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { context, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { list } from './shapes.ts';

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
  return [...(watch.undecided?.(id) ?? [])];
}

describe('errors/no-server-error after lost responses', () => {
  const large = creation(65_537);
  const served: Shape = {};

  it('is undecided if the connection closes repeatedly for a large body, which a server may refuse', () => {
    const shapes = [served, { ...large, ...reset }, { ...large, ...reset }, { ...large, ...reset }];
    expect(undecided(...shapes)).toEqual([
      'a response to a body of 65537 bytes (lost repeatedly; a server may close the connection to refuse a large body)',
    ]);
    expect(
      reportedRequirements(shapes.map((shape, index) => ({ ...exchange(shape), connection: index + 1 }))),
    ).toEqual([]);
  });

  it.each<[string, Shape[]]>([
    ['once', [{ ...large, ...reset }]],

    ['never', [large]],
  ])('is decided if that happens %s', (_times, shapes) => {
    expect(undecided(served, ...shapes)).toEqual([]);
  });

  /** So many lists that are cut off at first, and then whole, among `others` other requests. */
  const repeated = (count: number, others: number): Shape[] => [
    ...Array.from({ length: others }, () => served),
    ...Array.from({ length: count }, (_, index): Shape[] => {
      const target = `/pets?limit=${index + 1}`;
      return [
        { target, failure: { code: 'truncated', detail: 'closed in the middle of the body' } },
        { target },
      ];
    }).flat(),
  ];
  const found = (shapes: readonly Shape[]) =>
    findingsOf(
      shapes.map((shape, index) => ({ ...exchange({ ...shape, number: index + 1 }), connection: index + 1 })),
    ).filter(({ requirement }) => requirement === id);

  it.each([
    [1, 10, 0],
    [2, 10, 0],
    [3, 10, 1],
    [5, 10, 3],
    [3, 894, 0],
    [4, 894, 1],
  ])(
    'counts %i truncated responses among %i others as accidents, or reports them: %i',
    (lost, others, times) => {
      const findings = found(repeated(lost, others));
      expect(findings.map(({ requirement, kind }) => `${requirement} ${kind}`)).toEqual(
        Array.from({ length: times }, () => `${id} lost-responses`),
      );
    },
  );

  it('gives the counts by operation', () => {
    const { body = null } = creation(100);
    const posted: Shape = { method: 'POST', body };
    const [finding] = found([...repeated(2, 1), { ...posted, ...reset }, posted]);
    expect(finding?.actual).toBe('3 of 7 requests got none at first: 2 of listPets, 1 of createPet');
  });

  it('is undecided after three in many requests', () => {
    expect(undecided(...repeated(3, 894))).toEqual([
      'complete responses to all requests (3 of 900 were lost or cut off)',
    ]);
  });

  it('counts a drop on a kept connection unless it was idle, or the server keeps none', () => {
    const kept = (idleMs: number, uses: number) =>
      Array.from({ length: 3 }, (_, connection) => [
        ...Array.from({ length: uses }, () => ({ shape: served, connection, idleMs: 2 })),
        { shape: { ...reset, target: `/pets?limit=${connection + 1}` }, connection, idleMs },
        { shape: { target: `/pets?limit=${connection + 1}` }, connection: connection + 10, idleMs: 2 },
      ])
        .flat()
        .reduce<{ readonly at: number; readonly all: ReturnType<typeof exchange>[] }>(
          ({ at, all }, { shape, connection, idleMs: idle }, index) => {
            const one = { ...exchange({ ...shape, number: index + 1, sentAtMs: at + idle }), connection };
            return { at: one.finishedAtMs, all: [...all, one] };
          },
          { at: 0, all: [] },
        ).all;
    const kinds = (all: ReturnType<typeof kept>) =>
      findingsOf(all).flatMap(({ requirement, kind }) => (requirement === id ? [kind] : []));
    expect(kinds(kept(2, 23))).toEqual(['lost-responses']);
    expect(kinds(kept(5_000, 23))).toEqual([]);
    expect(kinds(kept(2, 1))).toEqual([]);
  });

  it('counts no drop on a kept connection of a server that closes most of them unannounced', () => {
    const shapes = Array.from({ length: 60 }, (_, connection) => [
      ...Array.from({ length: 3 }, () => ({ shape: served, connection })),
      ...(connection % 18 === 5
        ? [
            { shape: { ...reset, target: `/pets?limit=${connection + 1}` }, connection },
            { shape: { target: `/pets?limit=${connection + 1}` }, connection: connection + 100 },
          ]
        : []),
    ]).flat();
    const exchanges = shapes.map(({ shape, connection }, index) => ({
      ...exchange({ ...shape, number: index + 1, sentAtMs: index * 50 }),
      connection,
    }));
    expect(findingsOf(exchanges).filter(({ requirement }) => requirement === id)).toEqual([]);
  });
});

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
  /** Truncated that many times, each time with a complete response in between. */
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
