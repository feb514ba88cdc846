import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conformingShape } from './conforming-exchanges.ts';
import { accused, context, epochMs, errorBody, exchange, findingsOf, type Shape } from './exchanges.ts';

const pet = '{"id":5,"name":"Rex","categoryId":7}';
const now = epochMs / 1000;
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

const internals: Record<string, string> = {
  Java: 'java.lang.NullPointerException\n\tat store.Pets.find(Pets.java:42)',
  Node: 'TypeError: x\n    at findPet (/app/src/pets.js:10:5)\n    at node:internal/process:95:5',
  'a module': 'Error\n    at file:///srv/pets.mjs:1:2',
  Python: 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in find',
  PHP: 'Uncaught Exception in /var/www/pets.php:12',
  Ruby: "app/models/pet.rb:12:in `find'",
  Go: 'goroutine 17 [running]:\nmain.find()',
  '.NET': 'at Store.Pets.Find(Int64 id) in C:\\src\\Pets.cs:line 12',
  Rust: "thread 'main' panicked at 'no pet'",
  'a path': 'could not load /usr/src/app/store/pets.ts',
  'a Windows path': 'could not load D:\\store\\pets.cs',
  'a query': 'failed: SELECT id, name FROM pets WHERE id = $1',
  'an update': 'UPDATE pets SET name = ?',
  Postgres: 'syntax error at or near "WHERE"',
  Oracle: 'ORA-00942: table or view does not exist',
  SQLSTATE: 'SQLSTATE[42S02]: Base table not found',
  SQLite: 'SQLITE_CONSTRAINT: UNIQUE constraint failed: pets.id',
};

const prose: readonly string[] = [
  'Unexpected token } in JSON at position 12',
  'Expected a value at line 3, column 5 (line 3 column 5)',
  'Try again at 12:30:45, or at 2026-06-12T10:30:00Z',
  'Please select a pet from the list, then update it and set its name',
  'See https://docs.example.com/errors/not-found.php and /docs/errors.html',
  'No route for /v1/pets/5',
  'The value at /categoryId must be an integer; at body.name (string): too long',
  'java and node.js clients: see section 4.2:1',
  'SELECT A PET FROM: the list',
];

const malformedRate: Record<string, Record<string, string>> = {
  'a list as limit': { 'X-RateLimit-Limit': '60, 60;window=60' },
  'a fraction left': { 'X-RateLimit-Remaining': '29.5' },
  'less than nothing left': { 'X-RateLimit-Remaining': '-1' },
  'nothing said': { 'X-RateLimit-Remaining': '' },
  unlimited: { 'X-RateLimit-Limit': 'unlimited' },
  'a sign': { 'X-RateLimit-Limit': '+60' },
  'more left than the limit': { 'X-RateLimit-Remaining': '61' },
};

const resets: Record<string, string> = {
  'seconds-to-go': '42',
  milliseconds: `${now * 1000 + 60_000}`,
  fraction: `${now + 60}.25`,
  'iso-date': '2026-06-12T10:01:00Z',
  'http-date': 'Fri, 12 Jun 2026 10:01:00 GMT',
  'in-the-past': `${now - 60}`,
  'too-far': `${now + 3 * 86_400}`,
  negative: '-1',
  'not-a-number': 'soon',
};

describe.each([
  ['responses/documented-status', documentedStatus],
  ['responses/schema', schema],
  ['responses/media-type', mediaType],
  ['errors/body-shape', bodyShape],
])('%s alone is accused of', (requirement, shapes) => {
  it.each(Object.entries(shapes))('%s', (_what, shape) => {
    const planless = { ...context, planLimit: null };
    const only =
      requirement === 'responses/media-type' && shape.answer === '' ? [requirement] : [requirement];
    expect(accused([exchange(shape)], planless)).toEqual(only);
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

  it('forgives one drop, and drops of different requests', () => {
    const other = exchange({ ...drop, number: 3, target: '/pets/5' });
    const between = exchange({ ...list, target: '/pets', number: 2 });
    expect(accused([exchange({ ...drop, number: 1 }), between, exchange({ ...drop, number: 3 })])).toEqual(
      [],
    );
    expect(accused([exchange({ ...drop, number: 1 }), other])).toEqual([]);
  });
});

describe('errors/no-internals', () => {
  it.each(Object.entries(internals))('finds %s in a message, and in plain text', (_what, leak) => {
    const answer = JSON.stringify({ code: 'c', message: `It failed: ${leak}`, status: 404 });
    expect(accused([exchange({ ...noPet, answer })])).toEqual(['errors/no-internals']);
    const text: Shape = {
      target: '/nothing',
      status: 404,
      answer: leak,
      received: { 'Content-Type': 'text/plain' },
    };
    expect(accused([exchange(text)])).toEqual(['errors/no-internals']);
  });

  it.each(Object.entries(internals))('takes %s for no leak where the request sent it', (_what, leak) => {
    const body = JSON.stringify({ name: leak, categoryId: 7 });
    for (const message of [`"${leak}" is no name`, `cannot read ${body}`, leak.slice(0, -1)]) {
      const answer = JSON.stringify({ code: 'c', message, status: 400 });
      expect(accused([exchange({ ...badBody, body, answer })])).toEqual([]);
    }
    const target = `/nothing/${encodeURIComponent(leak)}`;
    expect(accused([exchange({ target, status: 404, answer: errorBody(404, `no ${leak}`) })])).toEqual([]);
  });

  it.each(prose)('has nothing against: %s', (message) => {
    expect(
      accused([exchange({ ...noPet, answer: JSON.stringify({ code: 'c', message, status: 404 }) })]),
    ).toEqual([]);
  });

  it('finds the API key in an error, not in an animal that someone named so', () => {
    const leaked = { response: { secretsEchoedIn: ['body'] } };
    expect(accused([exchange({ ...noKey, ...leaked })])).toEqual(['errors/no-internals']);
    expect(accused([exchange({ ...list, ...leaked })])).toEqual([]);
  });

  it('costs no time on hostile text', () => {
    for (const piece of [
      'at ',
      '/a',
      'at a.b(',
      '/usr/a ',
      'SELECT a,',
      '\n   at x(',
      'File "',
      '#1 ',
      'a.rb:1:',
    ]) {
      const answer = piece.repeat(60_000 / piece.length);
      expect(accused([exchange({ target: '/nothing', status: 404, answer })])).toEqual([]);
    }
  });
});

describe('rate/headers-present', () => {
  const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

  it.each(Object.entries({ list, creation, reading, badBody, noKey, noPet }))(
    'finds a missing one: %s',
    (_name, shape) => {
      for (const name of names) {
        expect(accused([exchange({ ...shape, received: { [name]: null } })])).toEqual([
          'rate/headers-present',
        ]);
      }
    },
  );

  it('says all that is missing in one finding, on a 429 too', () => {
    const received = Object.fromEntries(names.map((name) => [name, null]));
    const findings = findingsOf([exchange({ status: 429, answer: '', received })]);
    expect(findings).toMatchObject([
      { requirement: 'rate/headers-present', actual: `no ${names.join(', no ')}` },
    ]);
  });
});

describe('rate/headers-well-formed', () => {
  it.each(Object.entries(malformedRate))('finds %s', (_what, received) => {
    expect(accused([exchange({ ...list, received })])).toEqual(['rate/headers-well-formed']);
  });

  it('finds a limit of 0, and a repeated field', () => {
    const zeros = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' };
    expect(accused([exchange({ ...list, received: zeros })])).toEqual(['rate/headers-well-formed']);
    expect(accused([exchange({ ...list, moreReceived: [['x-ratelimit-limit', '60']] })])).toEqual([
      'rate/headers-well-formed',
    ]);
  });

  it('judges the form of a 401 and nothing more', () => {
    const odd = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '9', 'X-RateLimit-Reset': '5' };
    expect(accused([exchange({ ...noKey, received: odd })])).toEqual([]);
    expect(accused([exchange({ ...noKey, received: { ...odd, 'X-RateLimit-Limit': 'none' } })])).toEqual([
      'rate/headers-well-formed',
    ]);
    expect(accused([exchange({ ...noKey, received: { ...odd, 'X-RateLimit-Reset': '1.5' } })])).toEqual([
      'rate/reset-is-timestamp',
    ]);
  });
});

describe('rate/reset-is-timestamp', () => {
  it.each(Object.entries(resets))('names the mistake: %s', (kind, value) => {
    const findings = findingsOf([exchange({ ...list, received: { 'X-RateLimit-Reset': value } })]);
    expect(findings).toMatchObject([{ requirement: 'rate/reset-is-timestamp', kind }]);
  });

  it('needs no Date to see the usual mistakes', () => {
    for (const value of ['42', `${now * 1000 + 60_000}`, `${now - 3600}`]) {
      const shape = { ...list, received: { 'X-RateLimit-Reset': value, Date: null } };
      expect(accused([exchange(shape)])).toEqual(['rate/reset-is-timestamp']);
    }
  });
});

describe('rate/limit-matches-plan', () => {
  it('finds the figure of another plan, where the plan is known', () => {
    const other = exchange({ ...list, received: { 'X-RateLimit-Limit': '300' } });
    expect(accused([other])).toEqual(['rate/limit-matches-plan']);
    expect(accused([other], { ...context, planLimit: null })).toEqual([]);
    expect(accused([exchange({ ...list, received: { 'X-RateLimit-Limit': '1000' } })])).toEqual([]);
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
    );
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
    );
  });
});
