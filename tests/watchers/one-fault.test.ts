import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { conformingShape } from './conforming-exchanges.ts';
import { context, errorBody, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { faultyShapes } from './faulty-shapes.ts';
import { badBody, creation, list, noKey, noPet, pet, reading } from './ordinary-shapes.ts';

const html = { answer: '<html><body>Not Found</body></html>', received: { 'Content-Type': 'text/html' } };

describe.each(Object.entries(faultyShapes))('only %s is reported for', (requirement, shapes) => {
  it.each(Object.entries(shapes))('%s', (_what, shape) => {
    expect(reportedRequirements([exchange(shape)])).toEqual([requirement]);
  });
});

describe('a status', () => {
  const id = 'responses/documented-status';

  it.each<[string, Shape, string[]]>([
    ['429 anywhere', { ...badBody, status: 429, answer: '' }, []],
    ['405 of getPet, before it may be gone', { ...reading, status: 405, answer: '' }, [id]],
    ['400 of a list within its bounds', { ...list, status: 400, answer: errorBody(400) }, [id]],
    ['400 of a limit outside', { target: '/pets?limit=0', status: 400, answer: errorBody(400) }, []],
    ['422 of a limit outside', { target: '/pets?limit=0', status: 422, answer: '' }, []],
    ['416 of a limit outside', { target: '/pets?limit=101', status: 416, answer: '' }, []],
    ['404 of an unknown status', { target: '/pets?status=lost', status: 404, answer: errorBody(404) }, []],
    ['400 of a malformed id', { target: '/pets/abc', status: 400, answer: errorBody(400) }, []],
    ['422 of a malformed id', { target: '/pets/abc', status: 422, answer: '' }, []],
    [
      '422 of a member that NewPet does not have',
      { ...creation, body: '{"name":"Rex","categoryId":7,"id":1}', status: 422, answer: '' },
      [],
    ],
    [
      '422 of a fraction that vanishes in a double',
      { ...badBody, body: '{"name":"Rex","categoryId":100000000000000.000001}', status: 422, answer: '' },
      [],
    ],
    ['400 of an animal', { ...reading, status: 400, answer: errorBody(400) }, [id]],
    ['404 of a category that nobody knows', { ...creation, status: 404, answer: errorBody(404) }, []],
    [
      '500 of a category that nobody knows',
      { ...creation, status: 500, answer: '' },
      ['errors/no-server-error', id],
    ],
    ['418 of what is not described', { target: '/pets?page=2', status: 418, answer: '' }, []],
    ['418 of another path', { target: '/nothing', status: 418, answer: '' }, []],
  ])('%s', (_what, shape, expected) => {
    expect(reportedRequirements([exchange(shape)])).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['a plain name and a category that was accepted', '{"name":"Rex","categoryId":7}', [id]],
    ['another category', '{"name":"Rex","categoryId":8}', []],
    ['a name beyond ASCII', '{"name":"Zo\u00eb","categoryId":7}', []],
    ['a name of one letter', '{"name":"R","categoryId":7}', []],
  ])('409 of a creation with %s', (_what, body, expected) => {
    const accepted = exchange({ ...creation, body: '{"name":"Tom","categoryId":7}' });
    const later = exchange({ ...creation, number: 2, body, status: 409, answer: '' });
    expect(reportedRequirements([accepted, later])).toEqual(expected);
  });

  it.each<[number, Shape, string[]]>([
    [410, reading, []],
    [405, reading, []],
    [404, reading, []],
    [403, reading, [id]],
    [410, list, [id]],
    [405, { ...badBody, answer: '' }, [id]],
  ])('%i from the last day of getPet on', (status, shape, expected) => {
    const shapeLater: Shape = {
      ...shape,
      status,
      answer: errorBody(status),
      startedAt: '2030-12-04T00:00:00.000Z',
      received: { 'X-RateLimit-Reset': '1922572860', Date: null },
    };
    expect(reportedRequirements([exchange(shapeLater)])).toEqual(expected);
    const before = { ...shapeLater, startedAt: '2030-12-03T23:59:59.999Z' };
    expect(reportedRequirements([exchange(before)])).toEqual(status === 404 ? [] : [id]);
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

describe('what is judged of a body', () => {
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
    [
      'an Error without a status',
      { ...noPet, answer: '{"code":"c","message":"m"}' },
      ['errors/body-shape', 'errors/not-empty', 'errors/codes'],
    ],
    [
      'an Error with a code of 7',
      { ...noPet, answer: '{"code":7,"message":"m","status":404}' },
      ofErrors.slice(0, 2),
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

  it('each once for each answer', () => {
    const ids = touched({ ...noPet, answer: '{"code":"","message":"","status":1}' });
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('that is no JSON is said to be none, and one that is empty to be empty', () => {
    const kinds = (answer: string) =>
      findingsOf([exchange({ ...noPet, answer })]).flatMap(({ requirement, kind }) =>
        requirement === 'errors/body-shape' ? [kind] : [],
      );
    expect([kinds('<p>'), kinds('')]).toEqual([['not-json'], ['empty']]);
  });
});

describe('an HTML page for an error', () => {
  it.each(Object.entries({ badBody, noKey, noPet }))('is no JSON and no Error: %s', (_name, shape) => {
    expect(reportedRequirements([exchange({ ...shape, ...html })])).toEqual([
      'errors/body-shape',
      'responses/media-type',
    ]);
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

  it('is found among any other traffic, and brings no other', () => {
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

  it('is told in words of its own', () => {
    const empty: Shape[] = [
      '"code":"","message":"m"',
      '"code":"c","message":""',
      '"code":"","message":""',
    ].map((members) => ({ ...noPet, answer: `{${members},"status":404}` }));
    const otherStatus = { ...noPet, answer: '{"code":"c","message":"m","status":400}' };
    const shapes = [
      ...everyFault,
      ...empty,
      otherStatus,
      { target: '/store/orders', status: 500, answer: '' },
    ];
    const said = shapes.flatMap((shape) =>
      findingsOf([exchange(shape)]).map(
        ({ requirement, kind, message, expected, actual }) =>
          `${requirement} (${kind}) ${message}. Expected: ${expected}. Came: ${actual}`,
      ),
    );
    expect([
      ...new Set(said.map((text) => (text.length > 300 ? `${text.slice(0, 300)}…` : text))),
    ]).toMatchSnapshot();
  });
});
