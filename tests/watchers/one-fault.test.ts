import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { conformingShape } from './conforming-exchanges.ts';
import { accused, context, errorBody, exchange, findingsOf, type Shape } from './exchanges.ts';

const pet = '{"id":5,"name":"Rex","categoryId":7}';
const list: Shape = { answer: `[${pet}]` };
const creation: Shape = { method: 'POST', body: '{"name":"Rex","categoryId":7}', status: 201, answer: pet };
const reading: Shape = { target: '/pets/5', answer: pet };
const badBody: Shape = { method: 'POST', body: '{}', status: 400, answer: errorBody(400) };
const noKey: Shape = { status: 401, credential: 'none', answer: errorBody(401) };
const noPet: Shape = { target: '/pets/6', status: 404, answer: errorBody(404) };

const html = { answer: '<html><body>Not Found</body></html>', received: { 'Content-Type': 'text/html' } };

const documentedStatus: Record<string, Shape> = {
  'a creation answered 200': { ...creation, status: 200 },
  'a list answered 404': { ...list, status: 404, answer: errorBody(404) },
  'an invalid body answered 422': { ...badBody, status: 422, answer: '' },
  'another media type answered 415': {
    ...badBody,
    sent: { 'Content-Type': 'text/plain' },
    status: 415,
    answer: '',
  },
  'a missing key answered 403': { ...noKey, status: 403, answer: '' },
  'an unknown pet answered 410': { ...noPet, status: 410, answer: '' },
  'a known pet answered 304': { ...reading, status: 304, answer: '' },
  'a list answered by a redirection': { ...list, status: 301, answer: '', received: { Location: '/' } },
  'a list answered 204': { ...list, status: 204, answer: '' },
  'a malformed id answered 422': { target: '/pets/abc', status: 422, answer: '' },
  'a limit of 0 answered 422': { ...list, target: '/pets?limit=0', status: 422, answer: '' },
};

const schema: Record<string, Shape> = {
  'no id': { ...reading, answer: '{"name":"Rex","categoryId":7}' },
  'an id beyond int64': { ...creation, answer: '{"id":9223372036854775808,"name":"Rex","categoryId":7}' },
  'an id as text': { ...creation, answer: '{"id":"5","name":"Rex","categoryId":7}' },
  'a status of null': { ...reading, answer: '{"id":5,"name":"Rex","categoryId":7,"status":null}' },
  'an unknown status': { ...list, answer: '[{"id":5,"name":"Rex","categoryId":7,"status":"Sold"}]' },
  'a fraction': { ...list, answer: '[{"id":5,"name":"Rex","categoryId":7.5}]' },
  'a list in an envelope': { ...list, answer: `{"items":[${pet}]}` },
  'a list of null': { ...list, answer: 'null' },
  'a pet in a list': { ...reading, answer: `[${pet}]` },
  'a number for a pet': { ...reading, answer: '1.5' },
};

const mediaType: Record<string, Shape> = {
  'text/html': { ...list, received: { 'Content-Type': 'text/html' } },
  'problem+json': { ...noPet, received: { 'Content-Type': 'application/problem+json' } },
  'no Content-Type': { ...noKey, received: { 'Content-Type': null } },
  'two, one of them other': { ...list, moreReceived: [['content-type', 'text/plain']] },
  'application/jsonp': { ...list, received: { 'Content-Type': 'application/jsonp' } },
  'an empty 200': { ...list, answer: '' },
  'an empty 201': { ...creation, answer: '', received: { 'Content-Type': null } },
  'single quotes': { ...list, answer: "[{'id':5}]" },
  'a list cut short': { ...list, answer: '[1,' },
  'bytes that are no UTF-8': { ...noPet, response: { utf8: false } },
  'a body that does not decode': {
    ...list,
    answer: '',
    received: { 'Content-Encoding': 'gzip' },
    failure: { code: 'bad-content-encoding', detail: 'not gzip' },
  },
};

const bodyShape: Record<string, Shape> = {
  'an empty 404': { ...noPet, answer: '', received: { 'Content-Type': null } },
  'an empty 401': { ...noKey, answer: '' },
  'no code': { ...badBody, answer: '{"message":"m","status":400}' },
  'a status as text': { ...noPet, answer: '{"code":"error_404","message":"m","status":"404"}' },
  'a code as number': { ...noKey, answer: '{"code":1,"message":"m","status":401}' },
  'an envelope': { ...noPet, answer: `{"error":${errorBody(404)}}` },
  'a text': { ...noPet, answer: '"not found"' },
  'a deep array': { ...noPet, answer: `${'['.repeat(50_000)}${']'.repeat(50_000)}` },
};

describe.each([
  ['responses/documented-status', documentedStatus],
  ['responses/schema', schema],
  ['responses/media-type', mediaType],
  ['errors/body-shape', bodyShape],
])('%s alone is accused of', (requirement, shapes) => {
  it.each(Object.entries(shapes))('%s', (_what, shape) => {
    expect(accused([exchange(shape)])).toEqual([requirement]);
  });
});

describe('a status', () => {
  const id = 'responses/documented-status';

  it.each<[string, Shape, string[]]>([
    ['429 anywhere', { ...badBody, status: 429, answer: '' }, []],
    ['405 of getPet, before it may be gone', { ...reading, status: 405, answer: '' }, [id]],
    ['400 of a list within its bounds', { ...list, status: 400, answer: errorBody(400) }, [id]],
    ['400 of a limit outside', { target: '/pets?limit=0', status: 400, answer: errorBody(400) }, []],
    ['400 of a malformed id', { target: '/pets/abc', status: 400, answer: errorBody(400) }, []],
    ['400 of an animal', { ...reading, status: 400, answer: errorBody(400) }, [id]],
    ['404 of a creation', { ...creation, status: 404, answer: errorBody(404) }, [id]],
    ['418 of what is not described', { target: '/pets?page=2', status: 418, answer: '' }, []],
    ['418 of another path', { target: '/nothing', status: 418, answer: '' }, []],
  ])('%s', (_what, shape, expected) => {
    expect(accused([exchange(shape)])).toEqual(expected);
  });

  it.each<[number, Shape, string[]]>([
    [410, reading, []],
    [405, reading, []],
    [404, reading, []],
    [403, reading, [id]],
    [410, list, [id]],
    [405, { ...creation, answer: '' }, [id]],
  ])('%i from the last day of getPet on', (status, shape, expected) => {
    const shapeLater: Shape = {
      ...shape,
      status,
      answer: errorBody(status),
      startedAt: '2030-12-04T00:00:00.000Z',
      received: { 'X-RateLimit-Reset': '1922572860', Date: null },
    };
    expect(accused([exchange(shapeLater)])).toEqual(expected);
    const before = { ...shapeLater, startedAt: '2030-12-03T23:59:59.999Z' };
    expect(accused([exchange(before)])).toEqual(status === 404 ? [] : [id]);
  });
});

describe('an animal, once getPet may be gone', () => {
  it('fits its schema where it still comes', () => {
    const later: Shape = {
      ...reading,
      startedAt: '2030-12-05T00:00:00.000Z',
      received: { Date: null, 'X-RateLimit-Reset': '1922659260' },
    };
    expect(accused([exchange(later)])).toEqual([]);
    expect(accused([exchange({ ...later, answer: '{"id":5}' })])).toEqual(['responses/schema']);
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
    expect(accused([exchange({ ...list, received: { 'Content-Type': type } })])).toEqual(expected);
  });

  it('is no matter of an empty 400, which has no Error', () => {
    expect(accused([exchange({ ...badBody, answer: '', received: { 'Content-Type': null } })])).toEqual([
      'errors/body-shape',
    ]);
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
    expect(accused([exchange({ ...noPet, response: broken })])).toEqual(['responses/media-type']);
    const answer = '{"code":"c","message":"m","status":400}';
    expect(accused([exchange({ ...noPet, answer, response: broken })])).toEqual([
      'errors/status-matches',
      'responses/media-type',
    ]);
    expect(accused([exchange({ ...noPet, answer: '<p>', response: broken })])).toEqual([
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
    expect(accused([exchange(shape)]).filter((id) => id === 'errors/not-empty')).toEqual([]);
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
    expect(accused([exchange({ ...shape, ...html })])).toEqual(['errors/body-shape', 'responses/media-type']);
  });
});

describe('the status in an Error', () => {
  it.each([200, 400, 500, '1e2', '40400000000000000000'])('%s on a 404', (status) => {
    const answer = `{"code":"c","message":"m","status":${status}}`;
    expect(accused([exchange({ ...noPet, answer })])).toEqual(['errors/status-matches']);
  });
});

describe('errors/not-empty', () => {
  it.each(['{"code":"","message":"m","status":404}', '{"code":"c","message":"","status":404}'])(
    '%s',
    (answer) => {
      expect(accused([exchange({ ...noPet, answer })])).toEqual(['errors/not-empty']);
    },
  );
});

describe('errors/code-stable', () => {
  const again = (shape: Shape, number: number, code: string) =>
    exchange({ ...shape, number, answer: errorBody(shape.status ?? 0, code) });

  it.each(Object.entries({ badBody, noKey, noPet }))(
    'finds two codes for one kind of error: %s',
    (_name, shape) => {
      expect(accused([again(shape, 1, 'a'), again(shape, 2, 'a')])).toEqual([]);
      expect(accused([again(shape, 1, 'a'), again(shape, 2, 'b')])).toEqual(['errors/code-stable']);
    },
  );

  it('compares 401s that the same bad credential brought', () => {
    const bad: Shape = { ...noKey, credential: 'invalid', sent: { Authorization: 'Basic abc' } };
    expect(accused([again(bad, 1, 'a'), again(bad, 2, 'b')])).toEqual(['errors/code-stable']);
    const inCookie: Shape = { ...noKey, sent: { 'X-API-Key': 'a', Cookie: 'b' } };
    const alsoThere: Shape = { ...noKey, sent: { 'X-API-Key': 'a b' } };
    expect(accused([again(inCookie, 1, 'a'), again(alsoThere, 2, 'b')])).toEqual([]);
  });

  it('names both codes, and the exchange that showed the first', () => {
    const [finding] = findingsOf([again(noPet, 1, 'a'), again(noPet, 2, 'a'), again(noPet, 3, 'b')]);
    expect(finding).toMatchObject({
      kind: 'codes-differ-on-404',
      expected: '"code": "a", as before',
      actual: '"code": "b"',
      related: [{ exchange: 1 }],
    });
  });

  it.each<[string, Shape, Shape]>([
    ['404 of an animal to another caller', noPet, { ...noPet, credential: 'revoked-key' }],
    ['404 of a malformed id', { ...noPet, target: '/pets/abc' }, { ...noPet, target: '/pets/def' }],
    ['401 of the key itself', { ...noKey, credential: 'api-key' }, { ...noKey, credential: 'api-key' }],
    [
      '401 of a revoked key',
      { ...noKey, credential: 'revoked-key' },
      { ...noKey, credential: 'revoked-key' },
    ],
    [
      '401 of another key',
      { ...noKey, sent: { 'X-API-Key': 'a' } },
      { ...noKey, sent: { 'X-API-Key': 'b' } },
    ],
    ['401 of another cookie', { ...noKey, sent: { Cookie: 'a' } }, { ...noKey, sent: { Cookie: 'b' } }],
    ['400 of another method', badBody, { target: '/pets?limit=0', status: 400 }],
    [
      '400 of another query',
      { target: '/pets?limit=0', status: 400 },
      { target: '/pets?limit=-1', status: 400 },
    ],
    ['400 of another media type', badBody, { ...badBody, sent: { 'Content-Type': 'text/plain' } }],
    [
      '400 of a long body',
      { ...badBody, body: `["${'x'.repeat(997)}"]` },
      { ...badBody, body: `["${'x'.repeat(997)}"]` },
    ],
  ])('does not compare a %s', (_what, one, other) => {
    expect(findingsOf([again(one, 1, 'a'), again(other, 2, 'b')]).map(({ kind }) => kind)).not.toContain(
      `codes-differ-on-${one.status}`,
    );
  });

  it('compares a 400 of a body of a thousand characters', () => {
    const long = { ...badBody, body: `["${'x'.repeat(996)}"]` };
    expect(accused([again(long, 1, 'a'), again(long, 2, 'b')])).toEqual(['errors/code-stable']);
  });

  it('remembers two thousand kinds of errors, and no more', () => {
    const kind = (index: number) => ({ ...badBody, body: `[${index}]` });
    const first = Array.from({ length: 2001 }, (_, index) => again(kind(index), index + 1, 'a'));
    expect(accused([...first, again(kind(1999), 3000, 'b')])).toEqual(['errors/code-stable']);
    expect(accused([...first, again(kind(2000), 3000, 'b')])).toEqual([]);
  });

  it('compares a 401 of one operation with that of another', () => {
    const other = { ...noKey, target: '/pets/5' };
    expect(accused([again(noKey, 1, 'a'), again(other, 2, 'b')])).toEqual(['errors/code-stable']);
  });

  it('lets a service tell a missing key from an invalid one, and one invalid body from another', () => {
    const invalid: Shape = { ...noKey, credential: 'invalid' };
    const basic: Shape = { ...invalid, sent: { Authorization: 'Basic abc' } };
    const otherBody = { ...badBody, body: '{"name":5}' };
    const codes = [again(noKey, 1, 'a'), again(invalid, 2, 'b'), again(basic, 3, 'c')];
    expect(accused([...codes, again(badBody, 4, 'd'), again(otherBody, 5, 'e')])).toEqual([]);
  });
});

describe('errors/no-server-error', () => {
  it.each([500, 502, 503, 599])('finds %i where the document does not speak of the request', (status) => {
    const shape: Shape = { target: '/pets?page=2', status, answer: '' };
    expect(accused([exchange(shape)])).toEqual(['errors/no-server-error']);
  });

  it('finds a 500 of a described request, which is no documented status either', () => {
    expect(accused([exchange({ ...list, status: 500, answer: '' })])).toEqual([
      'errors/no-server-error',
      'responses/documented-status',
    ]);
  });

  const drop: Shape = { response: null, failure: { code: 'reset', detail: 'closed' } };

  it('finds a connection that is dropped twice for one request', () => {
    expect(accused([exchange({ ...drop, number: 1 }), exchange({ ...drop, number: 2 })])).toEqual([
      'errors/no-server-error',
    ]);
  });

  it('forgives the drop of a connection that has served others, however often', () => {
    const served = (connection: number) => ({ ...exchange({ ...list, number: connection }), connection });
    const dropped = (connection: number) => ({
      ...exchange({ ...drop, number: connection + 10 }),
      connection,
    });
    expect(accused([served(1), served(2), served(3), dropped(1), dropped(2), dropped(3)])).toEqual([]);
    expect(accused([served(1), dropped(1), dropped(4)])).toEqual([]);
    expect(accused([served(1), dropped(1), dropped(4), dropped(5)])).toEqual(['errors/no-server-error']);
  });

  it.each<[string, Shape, string[]]>([
    ['the same again', {}, ['errors/no-server-error']],
    ['another method', { method: 'HEAD' }, []],
    ['another target', { target: '/pets?limit=1' }, []],
    ['another body', { body: '' }, []],
    ['another field', { sent: { Accept: '*/*' } }, []],
    ['another caller', { credential: 'quota-key-0', sent: { Authorization: 'Bearer $KEY_OF_api-key' } }, []],
  ])('compares the request that was dropped with %s', (_what, changes, expected) => {
    const second = exchange({ ...drop, ...changes, number: 2 });
    expect(accused([exchange({ ...drop, number: 1 }), second])).toEqual(expected);
  });

  it.each([
    ['reset', ['errors/no-server-error']],
    ['truncated', ['errors/no-server-error']],
    ['not-http', ['errors/no-server-error']],
    ['timeout', []],
    ['refused', []],
    ['interrupted', []],
  ] as const)('takes the failure %s for a drop or not', (code, expected) => {
    const failed = (number: number) => exchange({ ...drop, number, failure: { code, detail: 'it broke' } });
    expect(accused([failed(1), failed(2)])).toEqual(expected);
    const [finding] = findingsOf([failed(1), failed(2)]);
    expect(finding === undefined ? [] : [finding.kind, finding.actual, finding.related]).toEqual(
      expected.length === 0
        ? []
        : ['dropped-connection', '"it broke"', [{ role: expect.anything(), exchange: 1 }]],
    );
  });

  it('forgives drops of an unusual request, which an HTTP stack may refuse unread', () => {
    const unusual = { ...drop, sent: { Expect: '100-continue' } };
    expect(accused([exchange({ ...unusual, number: 1 }), exchange({ ...unusual, number: 2 })])).toEqual([]);
  });

  it('forgives a drop once the same request is answered', () => {
    const over = (number: number, shape: Shape) => ({
      ...exchange({ ...shape, number }),
      connection: number,
    });
    expect(accused([over(1, drop), over(2, {}), over(3, drop)])).toEqual([]);
    expect(accused([over(1, drop), over(2, reading), over(3, drop)])).toEqual(['errors/no-server-error']);
  });

  it('takes a drop for another one where the second was sent once the first was over', () => {
    const first = exchange({ ...drop, number: 1, sentAtMs: 10, durationMs: 5 });
    const second = (sentAtMs: number) => exchange({ ...drop, number: 2, sentAtMs });
    expect(accused([first, second(14)])).toEqual([]);
    expect(accused([first, second(15)])).toEqual(['errors/no-server-error']);
  });

  it('knows the thousand connections that served others last', () => {
    const served = (connection: number) => ({ ...exchange({ target: '/pets/5', answer: pet }), connection });
    const dropped = (number: number, connection: number) => ({
      ...exchange({ ...drop, number }),
      connection,
    });
    const many = Array.from({ length: 1001 }, (_, index) => served(index + 1));
    const kinds = (...more: ReturnType<typeof served>[]) =>
      findingsOf([...many, ...more])
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'dropped-connection');
    expect(kinds(dropped(2001, 2), dropped(2002, 1002), dropped(2003, 3))).toEqual([]);
    expect(kinds(dropped(2001, 1), dropped(2002, 1002))).toEqual(['dropped-connection']);
  });

  it.each<[string, Shape, string[]]>([
    ['501 of an unknown method', { method: 'BREW', status: 501 }, []],
    ['500 of an unknown method', { method: 'BREW', status: 500 }, ['errors/no-server-error']],
    ...['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, Shape, string[]] => [
      `501 of ${method}`,
      { method, status: 501 },
      ['errors/no-server-error'],
    ]),
    ['501 of GET', { target: '/nothing', status: 501 }, ['errors/no-server-error']],
    ['501 of POST', { method: 'POST', target: '/nothing', status: 501 }, ['errors/no-server-error']],
    ['499', { target: '/nothing', status: 499 }, []],
  ])('judges %s', (_what, shape, expected) => {
    expect(accused([exchange({ answer: '', ...shape })])).toEqual(expected);
  });

  it('takes drops of identical requests that were under way together for one', () => {
    const together = [1, 2, 3].map((number) => exchange({ ...drop, number, sentAtMs: 10 }));
    expect(accused(together)).toEqual([]);
  });

  it('forgives one drop, and drops of different requests', () => {
    const other = exchange({ ...drop, number: 3, target: '/pets/5' });
    const between = exchange({ ...list, target: '/pets', number: 2 });
    expect(accused([exchange({ ...drop, number: 1 }), between, exchange({ ...drop, number: 3 })])).toEqual(
      [],
    );
    expect(accused([exchange({ ...drop, number: 1 }), other])).toEqual([]);
  });
});

describe('every finding', () => {
  const everyFault = [documentedStatus, schema, mediaType, bodyShape].flatMap((shapes) =>
    Object.values(shapes),
  );

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
