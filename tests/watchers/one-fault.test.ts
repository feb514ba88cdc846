import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { conformingShape } from './conforming-exchanges.ts';
import { context, errorBody, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { badBody, faultyShapes, list, noPet, pet, reading } from './shapes.ts';

describe.each(Object.entries(faultyShapes))('only %s is reported for', (requirement, shapes) => {
  it.each(Object.entries(shapes))('%s', (_what, shape) => {
    expect(reportedRequirements([exchange(shape)])).toEqual([requirement]);
  });
});

describe('an animal, once getPet may be gone', () => {
  it('fits its schema where it still comes', () => {
    const later: Shape = {
      ...reading,
      startedAt: '2030-12-05T00:00:00.000Z',
      received: { Date: null, 'X-RateLimit-Reset': '1922659260' },
    };
    expect(reportedRequirements([exchange(later)])).toEqual([]);
    expect(reportedRequirements([exchange({ ...later, answer: '{"id":5}' })])).toEqual(['responses/schema']);
  });
});

describe('a media type', () => {
  it.each([
    ['application/json', []],
    ['', ['responses/media-type']],
    ['APPLICATION/JSON', []],
    [' application/json ', []],
    ['application/json; charset=utf-8', []],
    ['application/json , application/json', []],
    ['application/json;\ncharset=utf-8', []],
    ['x application/json', ['responses/media-type']],
    ['application/jsonx', ['responses/media-type']],
    ['application/json charset=utf-8', ['responses/media-type']],
    ['application/vnd.api+json', ['responses/media-type']],
  ])('%s', (type, expected) => {
    expect(reportedRequirements([exchange({ ...list, received: { 'Content-Type': type } })])).toEqual(
      expected,
    );
  });

  it('is no matter of an empty 400, which has no Error', () => {
    expect(
      reportedRequirements([exchange({ ...badBody, answer: '', received: { 'Content-Type': null } })]),
    ).toEqual(['errors/body-shape']);
  });

  it('of a body that does not decode is not looked at', () => {
    const failure = { code: 'bad-content-encoding', detail: 'not gzip' } as const;
    const undecodable = { ...noPet, answer: '', received: { 'Content-Type': 'text/html' }, failure };
    expect(findingsOf([exchange(undecodable)])).toMatchObject([{ kind: 'content-encoding' }]);
  });
});

describe('bytes that are no UTF-8', () => {
  const broken = { utf8: false };

  it('leave an Error to be judged by what can be read of it', () => {
    expect(reportedRequirements([exchange({ ...noPet, response: broken })])).toEqual([
      'responses/media-type',
    ]);
    const answer = '{"code":"c","message":"m","status":400}';
    expect(reportedRequirements([exchange({ ...noPet, answer, response: broken })])).toEqual([
      'errors/status-matches',
      'responses/media-type',
    ]);
    expect(reportedRequirements([exchange({ ...noPet, answer: '<p>', response: broken })])).toEqual([
      'errors/body-shape',
      'responses/media-type',
    ]);
  });
});

describe('the judged part of a body', () => {
  const touched = (shape: Shape) => startWatch(context).see(exchange(shape)).touched;
  const ofErrors = ['errors/body-shape', 'errors/status-matches', 'errors/not-empty', 'errors/codes'];

  it.each<[string, Shape, string[]]>([
    ['an Error', noPet, ofErrors],
    ['an Error without a code', { ...noPet, answer: '{"message":"m","status":404}' }, ofErrors.slice(0, 2)],
    [
      'an Error without a message',
      { ...noPet, answer: '{"code":"c","status":404}' },
      [...ofErrors.slice(0, 2), 'errors/codes'],
    ],

    ['an Error that broke off', { ...noPet, failure: { code: 'truncated', detail: 'cut off' } }, []],
    ['an animal', reading, []],
    ['an animal that has a code', { ...reading, answer: `${pet.slice(0, -1)},"code":"c"}` }, []],
    ['an Error of a 429', { ...list, status: 429, answer: errorBody(429) }, []],
  ])('%s', (_what, shape, expected) => {
    expect(touched(shape).filter((id) => ofErrors.includes(id))).toEqual(expected);
    expect(reportedRequirements([exchange(shape)]).filter((id) => id === 'errors/not-empty')).toEqual([]);
  });

  it('by the schema, of a whole answer to one of the three operations', () => {
    expect(touched(list)).toContain('responses/schema');
    expect(touched({ ...list, failure: { code: 'truncated', detail: 'cut off' } })).not.toContain(
      'responses/schema',
    );
    expect(touched({ target: '/nothing', answer: '[]' })).not.toContain('responses/schema');
  });

  it('that is no JSON is said to be none, and one that is empty to be empty', () => {
    const kinds = (answer: string) =>
      findingsOf([exchange({ ...noPet, answer })]).flatMap(({ requirement, kind }) =>
        requirement === 'errors/body-shape' ? [kind] : [],
      );
    expect([kinds('<p>'), kinds('')]).toEqual([['not-json'], ['empty']]);
  });
});

describe('the status in an Error', () => {
  it.each([200, 400, 500, '1e2', '40400000000000000000'])('%s on a 404', (status) => {
    const answer = `{"code":"c","message":"m","status":${status}}`;
    expect(reportedRequirements([exchange({ ...noPet, answer })])).toEqual(['errors/status-matches']);
  });
});

describe('errors/not-empty', () => {
  it.each(['{"code":"","message":"m","status":404}', '{"code":"c","message":"","status":404}'])(
    '%s',
    (answer) => {
      expect(reportedRequirements([exchange({ ...noPet, answer })])).toEqual(['errors/not-empty']);
    },
  );
});

describe('every finding', () => {
  const everyFault = Object.values(faultyShapes).flatMap((shapes) => Object.values(shapes));

  it('is found among any other traffic, without other findings', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyFault),
        fc.array(conformingShape, { maxLength: 10 }),
        (fault, others) => {
          const exchanges = [...others, { ...fault, target: fault.target ?? '/pets' }].map((shape, index) =>
            exchange({ number: index + 1, sentAtMs: index * 61_000, ...shape }),
          );
          const alone = findingsOf([exchange(fault)]);
          expect(findingsOf(exchanges).map(({ requirement }) => requirement)).toEqual(
            alone.map(({ requirement }) => requirement),
          );
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('has the number of its exchange, and leans on no other of itself', () => {
    expect(findingsOf([exchange({ ...noPet, number: 7, answer: '' })])).toMatchObject([
      { exchange: 7, related: [] },
    ]);
  });

  it('is short, and its kind has no text of the server', () => {
    const secret = 'zq'.repeat(5000);
    fc.assert(
      fc.property(
        fc.constantFrom(...everyFault),
        fc.constantFrom('Content-Type', 'X-RateLimit-Limit'),
        (fault, field) => {
          const findings = findingsOf([
            exchange({
              ...fault,
              answer: `${fault.answer ?? ''}${secret}`,
              received: { ...(fault.received ?? {}), [field]: secret },
            }),
          ]);
          for (const finding of findings) {
            expect(finding.kind).not.toContain('zq');
            expect(finding.kind.length).toBeLessThan(100);
            for (const text of [finding.message, finding.expected, finding.actual]) {
              expect(text.length).toBeLessThan(400);
            }
          }
          expect(findings.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
