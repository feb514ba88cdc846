import { describe, expect, it } from 'vitest';
import { errorBody, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { badBody, creation, list, pet, reading } from './shapes.ts';

describe('errors/no-server-error', () => {
  it.each([500, 502, 503, 599])('finds %i where the document does not speak of the request', (status) => {
    const shape: Shape = { target: '/pets?page=2', status, answer: '' };
    expect(reportedRequirements([exchange(shape)])).toEqual(['errors/no-server-error']);
  });

  const drop: Shape = { response: null, failure: { code: 'reset', detail: 'closed' } };

  it.each<[string, string, string[]]>([
    ['a second response', 'HTTP/1.1 200 OK\r\n', ['errors/no-server-error']],
    ['more in one piece with the first', '', ['errors/no-server-error']],
    ['no HTTP', 'surplus', ['errors/no-server-error']],
    ['a 408, which ends an idle connection', 'HTTP/1.1 408 Request Timeout\r\n', []],
  ])('judges unsolicited bytes: %s', (_what, beginning, expected) => {
    const unsolicited = [{ connection: 1, after: 3, beginning }];
    const next = { ...exchange({ ...list, number: 4 }), unsolicited };
    expect(reportedRequirements([next])).toEqual(expected);
    expect(findingsOf([next]).map((finding) => finding.exchange)).toEqual(expected.map(() => 3));
  });

  it.each([
    ['no evidence the first time', undefined, []],
    ['the answer where it comes again', 1, ['responses/documented-status']],
  ])('takes a 408 for %s', (_what, retryOf, expected) => {
    const answer = {
      ...exchange({ ...list, status: 408, answer: '' }),
      ...(retryOf === undefined ? {} : { retryOf }),
    };
    expect(reportedRequirements([answer])).toEqual(expected);
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
    expect(reportedRequirements([exchange({ ...drop, number: 1 }), second])).toEqual(expected);
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
    expect(reportedRequirements([failed(1), failed(2)])).toEqual(expected);
    const [finding] = findingsOf([failed(1), failed(2)]);
    expect(finding === undefined ? [] : [finding.kind, finding.actual, finding.related]).toEqual(
      expected.length === 0
        ? []
        : ['dropped-connection', '"it broke"', [{ role: expect.anything(), exchange: 1 }]],
    );
  });

  it('forgives drops of an unusual request, which an HTTP stack may refuse unread', () => {
    const unusual = { ...drop, sent: { Expect: '100-continue' } };
    expect(
      reportedRequirements([exchange({ ...unusual, number: 1 }), exchange({ ...unusual, number: 2 })]),
    ).toEqual([]);
  });

  it('takes a drop for another one where the second was sent once the first was over', () => {
    const first = exchange({ ...drop, number: 1, sentAtMs: 10, durationMs: 5 });
    const second = (sentAtMs: number) => exchange({ ...drop, number: 2, sentAtMs });
    expect(reportedRequirements([first, second(14)])).toEqual([]);
    expect(reportedRequirements([first, second(15)])).toEqual(['errors/no-server-error']);
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
    ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, Shape, string[]] => [
      `501 of ${method}`,
      { method, status: 501 },
      [],
    ]),
    ['501 of HEAD', { method: 'HEAD', status: 501 }, ['errors/no-server-error']],
    ['502 of PUT', { method: 'PUT', status: 502 }, ['errors/no-server-error']],
    [
      '501 of a body in chunks',
      { method: 'POST', target: '/pets', status: 501, sent: { 'Transfer-Encoding': 'chunked' } },
      [],
    ],
    ['501 of GET', { target: '/nothing', status: 501 }, ['errors/no-server-error']],
    ['501 of POST', { method: 'POST', target: '/nothing', status: 501 }, []],
    ['499', { target: '/nothing', status: 499 }, []],
  ])('judges %s', (_what, shape, expected) => {
    expect(reportedRequirements([exchange({ answer: '', ...shape })])).toEqual(expected);
  });
});

describe('the watcher of statuses judges', () => {
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
    ['small letters', '{"name":"rex","categoryId":7}', []],
    ['more words', '{"name":"Rex Ab","categoryId":7}', []],
    ['a digit', '{"name":"Re2","categoryId":7}', []],
    ['a longer name', '{"name":"Rexy","categoryId":7}', []],
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
