import { expect, it } from 'vitest';
import { validCreations } from '../../../suites/shared/valid-creations.ts';
import { testSession } from '../../runner/test-session.ts';

const nowhere = 'http://127.0.0.1:1/v1';

it('are written as other clients write them, and mean the same', () => {
  const check = testSession(nowhere).check('create/accepts-valid');
  const requests = validCreations(check);
  expect(requests.map(({ body }) => body)).toMatchInlineSnapshot(`
    [
      "{
      "name" : "Rex cabcdef1z",
      "categoryId" : 1,
      "status" : "sold"
    }
    ",
      "{"status":"sold","categoryId":1,"name":"Rex cabcdef2z"}",
      "{"name":"\\u0052e\\u0078 cabcdef3z","categoryId":1,"status":"sold"}",
      "{"name":"rex cabcdef5z","categoryId":1,"status":"pending"}",
      "{"name":"Rex cabcdef6z","categoryId":1,"status":"available"}",
    ]
  `);
  expect(requests.map(({ body }) => JSON.parse(String(body)))).toEqual([
    { name: 'Rex cabcdef1z', categoryId: 1, status: 'sold' },
    { name: 'Rex cabcdef2z', categoryId: 1, status: 'sold' },
    { name: 'Rex cabcdef3z', categoryId: 1, status: 'sold' },
    { name: 'rex cabcdef5z', categoryId: 1, status: 'pending' },
    { name: 'Rex cabcdef6z', categoryId: 1, status: 'available' },
  ]);
});

it('carry the key, in fields that others write in small letters, or accept anything', () => {
  const check = testSession(nowhere).check('create/accepts-valid');
  const usual = ['Accept: application/json', 'Content-Type: application/json', 'Authorization: Bearer'];
  const sent = validCreations(check).map(({ headers }) =>
    headers.map(({ name, value }) => `${name}: ${value.replace(/^Bearer .*/, 'Bearer')}`),
  );
  expect(sent).toEqual([
    usual,
    usual,
    usual,
    ['accept: application/json', 'content-type: application/json', 'authorization: Bearer'],
    ['Accept: */*', ...usual.slice(1)],
  ]);
});

it('are none in a run that creates nothing', () => {
  const check = testSession(nowhere, { readOnly: true }).check('create/accepts-valid');
  expect(() => validCreations(check)).toThrow('--read-only forbids');
});
