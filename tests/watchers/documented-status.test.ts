import { describe, expect, it } from 'vitest';
import { errorBody, exchange, reportedRequirements, type Shape } from './exchanges.ts';
import { badBody, creation, list, reading } from './ordinary-shapes.ts';

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
