import { describe, expect, it } from 'vitest';
import { accused, errorBody, exchange, type Shape } from './exchanges.ts';

const badBody: Shape = { method: 'POST', body: '{}', status: 400, answer: errorBody(400) };
const noKey: Shape = { status: 401, credential: 'none', answer: errorBody(401) };
const noPet: Shape = { target: '/pets/6', status: 404, answer: errorBody(404) };

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
    expect(accused([exchange({ answer: '[]', ...leaked })])).toEqual([]);
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
