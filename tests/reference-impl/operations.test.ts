import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningImplementation, startReferenceImplementation } from '../../reference-impl/index.ts';
import { member } from '../../src/json/exact-json.ts';
import { ask, post } from './service-client.ts';

let service: RunningImplementation;

beforeEach(async () => {
  service = await startReferenceImplementation({ plans: { free: { perMinute: 10_000, perDay: 100_000 } } });
});

afterEach(() => service.close());

describe('listing', () => {
  it('shows example animals of all three statuses', async () => {
    const reply = await ask(service, '/pets');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    const statuses = new Set(listed(reply.json).map((pet) => member(pet, 'status')));
    expect(statuses).toEqual(new Set(['available', 'pending', 'sold']));
  });

  it('cuts at 20 by default and at the limit where one is given', async () => {
    await Promise.all(Array.from({ length: 30 }, () => post(service, '{"name":"Rex","categoryId":1}')));
    expect(listed((await ask(service, '/pets')).json)).toHaveLength(20);
    expect(listed((await ask(service, '/pets?limit=1')).json)).toHaveLength(1);
    expect(listed((await ask(service, '/pets?limit=100')).json)).toHaveLength(36);
  });

  it('filters by status, within a limit too', async () => {
    const sold = listed((await ask(service, '/pets?status=sold')).json);
    expect(sold.map((pet) => member(pet, 'status'))).toEqual(['sold', 'sold']);
    expect(listed((await ask(service, '/pets?status=sold&limit=1')).json)).toEqual(sold.slice(0, 1));
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'limit=',
    'limit=1e1',
    'limit=+5',
    'limit=99999999999999999999',
    'limit=5&limit=5',
    'status=',
    'status=AVAILABLE',
    'status=lost',
  ])('refuses ?%s', async (query) => {
    expectError(await ask(service, `/pets?${query}`), 400);
  });

  it('leaves unknown parameters alone', async () => {
    expect((await ask(service, '/pets?colour=red')).status).toBe(200);
  });
});

describe('creating', () => {
  it('answers 201 with the animal, its place and an id of its own', async () => {
    const reply = await post(service, '{"id":1,"name":"Rex","categoryId":7,"status":"sold","age":3}');
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({ id: 7n, name: 'Rex', categoryId: 7n, status: 'sold' });
    expect(reply.headers['location']).toBe('/v1/pets/7');
    expect((await ask(service, '/pets/7')).json).toEqual(reply.json);
  });

  it('leaves the status out where none was sent', async () => {
    expect((await post(service, '{"name":"Rex","categoryId":7}')).text).not.toContain('status');
  });

  it.each(['9007199254740993', '9223372036854775807', '-9223372036854775808', '0'])(
    'keeps category %s to the last digit',
    async (category) => {
      const reply = await post(service, `{"name":"Rex","categoryId":${category}}`);
      expect(reply.text).toContain(`"categoryId":${category}`);
    },
  );

  it.each([
    '😀',
    'e\u0301 is not \u00e9',
    '\u202eשלום',
    '"\\\n\t\u0000\u001f',
    '',
    ' padded ',
    '<b>&amp;',
    '\ud800',
    'x'.repeat(5000),
  ])('keeps the name %j code point for code point', async (name) => {
    const reply = await post(service, JSON.stringify({ name, categoryId: 1 }));
    expect(reply.status).toBe(201);
    expect(member(reply.json, 'name')).toBe(name);
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])(
    'accepts Content-Type %s',
    async (type) => {
      const reply = await post(service, '{"name":"Rex","categoryId":1}', {
        headers: { 'content-type': type },
      });
      expect(reply.status).toBe(201);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'application/xml'])(
    'refuses Content-Type %s',
    async (type) => {
      const reply = await post(service, '{"name":"Rex","categoryId":1}', {
        headers: { 'content-type': type },
      });
      expectError(reply, 400);
    },
  );

  it('refuses a body without Content-Type', async () => {
    const body = '{"name":"Rex","categoryId":1}';
    expectError(await ask(service, '/pets', { method: 'POST', body }), 400);
  });

  it.each([
    '',
    '{',
    '{"name":"Rex","categoryId":1,}',
    "{'name':'Rex','categoryId':1}",
    '{"name":"Rex","categoryId":01}',
    '{"name":"Rex","categoryId":1} {}',
    '{"name":"Rex\n","categoryId":1}',
    '{"name":"Rex","categoryId":NaN}',
    '\u00a0{"name":"Rex","categoryId":1}',
    '[]',
    '"Rex"',
    '5',
    'null',
    'true',
    '[{"name":"Rex","categoryId":1}]',
    '{"categoryId":1}',
    '{"name":null,"categoryId":1}',
    '{"name":5,"categoryId":1}',
    '{"name":["Rex"],"categoryId":1}',
    '{"name":{},"categoryId":1}',
    '{"name":true,"categoryId":1}',
    '{"name":"Rex"}',
    '{"name":"Rex","categoryId":"1"}',
    '{"name":"Rex","categoryId":null}',
    '{"name":"Rex","categoryId":true}',
    '{"name":"Rex","categoryId":1.5}',
    '{"name":"Rex","categoryId":1e-400}',
    '{"name":"Rex","categoryId":9223372036854775808}',
    '{"name":"Rex","categoryId":-9223372036854775809}',
    '{"name":"Rex","categoryId":1,"status":null}',
    '{"name":"Rex","categoryId":1,"status":""}',
    '{"name":"Rex","categoryId":1,"status":"Sold"}',
    '{"name":"Rex","categoryId":1,"status":["sold"]}',
    '{"name":"Rex","name":"Max","categoryId":1}',
    '{"__proto__":{"name":"Rex","categoryId":1}}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ])('refuses the body %s and stores nothing', async (body) => {
    expectError(await post(service, body), 400);
    expect(listed((await ask(service, '/pets?limit=100')).json)).toHaveLength(6);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xff), Buffer.from('","categoryId":1}')]);
    expectError(await post(service, body), 400);
  });

  it('refuses a body above 1 MiB and takes one below', async () => {
    const sized = (length: number) => JSON.stringify({ name: 'x'.repeat(length), categoryId: 1 });
    expectError(await post(service, sized(2 ** 20)), 400);
    expect((await post(service, sized(2 ** 20 - 100))).status).toBe(201);
  });

  it('refuses categories that do not exist, where they are given', async () => {
    const small = await startReferenceImplementation({ categories: [1n, 2n] });
    try {
      expectError(await post(small, '{"name":"Rex","categoryId":3}'), 400);
      expect((await post(small, '{"name":"Rex","categoryId":2}')).status).toBe(201);
    } finally {
      await small.close();
    }
  });

  it('gives every one of many creations at once its own id', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post(service, '{"name":"Rex","categoryId":1}')),
    );
    expect(new Set(replies.map((reply) => member(reply.json, 'id'))).size).toBe(50);
  });
});

describe('getting', () => {
  it('says that it is deprecated and when it goes', async () => {
    const reply = await ask(service, '/pets/1');
    expect(reply.status).toBe(200);
    expect(reply.headers['deprecation']).toMatch(/^@\d+$/);
    expect(reply.headers['sunset']).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
  });

  it.each(['99', '-1', '5abc', '1.0', '', '9223372036854775808', '%20', '%zz', '1e1'])(
    'does not find /pets/%s',
    async (id) => {
      expectError(await ask(service, `/pets/${id}`), 404);
    },
  );
});

function listed(json: Awaited<ReturnType<typeof ask>>['json']) {
  if (!Array.isArray(json)) {
    throw new TypeError('the list is no array');
  }
  return json;
}

function expectError(reply: Awaited<ReturnType<typeof ask>>, status: number): void {
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.json).toEqual({
    code: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
    status: BigInt(status),
  });
}
