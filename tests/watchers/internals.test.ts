import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { context, errorBody, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { badBody, noKey, noPet } from './shapes.ts';

const leaks: readonly (readonly [kind: string, leak: string])[] = [
  ['stack-trace java', 'java.lang.NullPointerException\n\tat store.Pets.find(Pets.java:42)'],
  [
    'stack-trace node',
    'TypeError: x\n    at findPet (/app/src/pets.js:10:5)\n    at node:internal/process:95:5',
  ],
  ['stack-trace node', 'Error\n    at file:///srv/pets.mjs:1:2'],
  ['stack-trace python', 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in find'],
  ['stack-trace php', 'Uncaught Exception in /var/www/pets.php:12'],
  ['stack-trace php', 'in /var/pets.php on line 12'],
  ['stack-trace ruby', "app/models/pet.rb:12:in `find'"],
  ['stack-trace ruby', "pet.rb:12:in `find'"],
  ['stack-trace go', 'goroutine 17 [running]:\nmain.find()'],
  ['stack-trace go', 'panic: runtime error'],
  ['stack-trace dotnet', 'at Store.Pets.Find(Int64 id) in C:\\src\\Pets.cs:line 12'],
  ['stack-trace dotnet', 'Error\n   at Store.Pets.Find(Int64 id)\r\n   at Store.Main(String[] args)'],
  ['stack-trace dotnet', 'at Store.Pets.Find(Int64 id) in Pets.dll:line 12'],
  ['stack-trace rust', "thread 'main' panicked at 'no pet'"],
  ['stack-trace rust', "thread 'main' panicked at"],
  ['file-path', 'could not load /usr/src/app/store/pets.ts'],
  ['file-path', 'see /opt/petstore/conf/application.yml'],
  ['file-path', 'wrote (/var/log/petstore.log)'],
  ['file-path', 'could not load D:\\store\\pets.cs'],
  ['query', 'failed: SELECT id, name FROM pets WHERE id = $1'],
  ['query', '[select p1_0.id,p1_0.name as n from pet p1_0 where p1_0.id=?]'],
  ['query', 'insert into pet (category_id, name) values (?, ?)'],
  ['query', 'update "pet" set "name" = $1 where "id" = $2'],
  ['query', 'delete from pet where id=:id'],
  ['query', 'UPDATE pets SET name = ?'],
  ['query', 'syntax error at or near "WHERE"'],
  ['query', 'ORA-00942: table or view does not exist'],
  ['query', 'SQLSTATE[42S02]: Base table not found'],
  ['query', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: pets.id'],
];

const prose: readonly string[] = [
  'Unexpected token } in JSON at position 12',
  'Expected a value at line 3, column 5 (line 3 column 5)',
  'Try again at 12:30:45, or at 2026-06-12T10:30:00Z',
  'Please select a pet from the list, then update it and set its name',
  'To update pet set name = Rex, or delete from pets where status = sold; select pet.name from the list',
  'insert into the list (sorted) values that are new',
  'See https://docs.example.com/errors/not-found.php and /docs/errors.html',
  'No route for /v1/pets/5',
  'See https://docs.example.com/opt/errors.log, /etc/errors.html, /app/pets.json or /api/openapi.yml',
  'The value at /categoryId must be an integer; at body.name (string): too long',
  'java and node.js clients: see section 4.2:1',
  'SELECT A PET FROM: the list',
];

const list: Shape = { answer: '["ORA-00942"]' };

describe('errors/no-internals', () => {
  it.each(leaks)('finds %s in a message, and in plain text: %j', (kind, leak) => {
    const answer = JSON.stringify({ code: 'c', message: `It failed: ${leak}`, status: 404 });
    expect(reportedRequirements([exchange({ ...noPet, answer })])).toEqual(['errors/no-internals']);
    const text: Shape = {
      target: '/nothing',
      status: 404,
      answer: leak,
      received: { 'Content-Type': 'text/plain' },
    };
    expect(findingsOf([exchange(text)])).toMatchObject([{ requirement: 'errors/no-internals', kind }]);
  });

  it.each(leaks)('takes %s for no leak where the request sent it: %j', (_kind, leak) => {
    const body = JSON.stringify({ name: leak, categoryId: 7 });
    for (const message of [`"${leak}" is no name`, `cannot read ${body}`, leak.slice(0, -1)]) {
      const answer = JSON.stringify({ code: 'c', message, status: 400 });
      expect(reportedRequirements([exchange({ ...badBody, body, answer })])).toEqual([]);
    }
    const target = `/nothing/${encodeURIComponent(leak)}`;
    expect(
      reportedRequirements([exchange({ target, status: 404, answer: errorBody(404, `no ${leak}`) })]),
    ).toEqual([]);
  });

  it.each(prose)('has nothing against: %s', (message) => {
    expect(
      reportedRequirements([
        exchange({ ...noPet, answer: JSON.stringify({ code: 'c', message, status: 404 }) }),
      ]),
    ).toEqual([]);
  });

  it('finds the API key in an error, not in an animal that someone named so', () => {
    const leaked = { response: { secretsEchoedIn: ['body'] } };
    expect(reportedRequirements([exchange({ ...noKey, ...leaked })])).toEqual(['errors/no-internals']);
    expect(reportedRequirements([exchange({ answer: '[]', ...leaked })])).toEqual([]);
  });

  it('costs no time on hostile text', () => {
    for (const piece of [
      'at ',
      '/a',
      'at a.b(',
      '/usr/a ',
      'SELECT a,',
      'select a.b, ',
      '\n   at x(',
      'File "',
      '#1 ',
      'a.rb:1:',
    ]) {
      const answer = piece.repeat(60_000 / piece.length);
      expect(reportedRequirements([exchange({ target: '/nothing', status: 404, answer })])).toEqual([]);
    }
  });

  it('has evidence in an error with a body alone', () => {
    const watch = startWatch(context);
    const id = 'errors/no-internals';
    const touched = [
      { ...list, number: 1 },
      { ...noPet, answer: '', number: 2 },
      { response: null, failure: { code: 'timeout', detail: '' }, number: 3 } as const,
      { ...badBody, number: 4 },
    ].map((shape) => watch.see(exchange(shape)).touched.includes(id));
    expect(touched).toEqual([false, false, false, true]);
  });

  it('looks at 64 KiB of text, and 10,000 items of an array', () => {
    const leak = 'ORA-00942';
    const text = (answer: string) =>
      reportedRequirements([exchange({ target: '/nothing', status: 404, answer })]);
    expect(text(`${' '.repeat(65_536 - leak.length)}${leak}`)).toEqual(['errors/no-internals']);
    expect(text(`${' '.repeat(65_536)}${leak}`)).toEqual([]);
    const many = (count: number) => JSON.stringify([...Array.from({ length: count }, () => 1), leak]);
    expect(text(many(9_999))).toEqual(['errors/no-internals']);
    expect(text(many(10_000))).toEqual([]);
  });

  it('takes what is left of an echo that holds another for no leak', () => {
    const inner = 'at a (/app/src/a.js:1:2)';
    const outer = `#1 ${inner}.php(12)`;
    const body = JSON.stringify({ name: outer, status: inner });
    expect(
      reportedRequirements([exchange({ ...badBody, body, answer: errorBody(400, `no ${outer}`) })]),
    ).toEqual([]);
  });

  it('reads a plus in a query as a blank', () => {
    const target = '/nothing?q=SELECT+id+FROM+pets';
    expect(
      reportedRequirements([
        exchange({ target, status: 404, answer: errorBody(404, 'no SELECT id FROM pets') }),
      ]),
    ).toEqual([]);
  });
});
