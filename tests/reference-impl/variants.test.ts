import { describe, expect, it } from 'vitest';
import {
  mixtureOf,
  type RunningImplementation,
  startReferenceImplementation,
  startVariant,
  type Variant,
  variantNamed,
  variants,
} from '../../reference-impl/index.ts';
import { member } from '../../src/json/exact-json.ts';
import { ask, HandMadeClock, noon, post, type Reply } from './service-client.ts';

const clock = new HandMadeClock(noon);

async function within(name: string, look: (service: RunningImplementation) => Promise<void>): Promise<void> {
  const service = await startVariant(name, { clock, plans: { free: { perMinute: 4, perDay: 1_000 } } });
  try {
    await look(service);
  } finally {
    await service.close();
  }
}

function pro(
  service: RunningImplementation,
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return ask(service, path, { authorization: `Bearer ${service.keys.pro}`, headers });
}

function create(service: RunningImplementation, body: string): Promise<Reply> {
  return post(service, body, { authorization: `Bearer ${service.keys.pro}` });
}

function ids(reply: Reply): unknown[] {
  return Array.isArray(reply.json) ? reply.json.map((pet) => member(pet, 'id')) : [];
}

const rex = '{"name":"Rex","categoryId":1,"status":"sold"}';
/** Names for the variants that refuse `Rex`. */
const otherNames: Readonly<Record<string, string>> = {
  'names-of-three-words': 'bella the cat',
  'names-other-than-rex': 'Bella',
};

describe('the variants', () => {
  it('have every name once', () => {
    expect(new Set(variants.map((variant) => variant.name)).size).toBe(variants.length);
    expect(variants.length).toBeGreaterThanOrEqual(15);
  });

  it('are looked up by name', async () => {
    expect(variantNamed('two-categories')?.categoryIds).toEqual([1n, 2n]);
    await expect(startVariant('no-such-variant')).rejects.toThrow('no-such-variant');
  });

  it.each(variants)(
    '$name creates, reads and refuses as the document says',
    async ({ name, categoryIds }: Variant) => {
      await within(name, async (service) => {
        const category = categoryIds?.[0] ?? 1n;
        const petName = otherNames[name] ?? 'Rex';
        const created = await create(service, rex.replace('1', String(category)).replace('Rex', petName));
        expect(created.status).toBe(201);
        expect(['name', 'categoryId', 'status'].map((field) => member(created.json, field))).toEqual([
          petName,
          category,
          'sold',
        ]);
        const id = member(created.json, 'id');
        const read = await pro(service, `/pets/${id}`);
        expect([read.status, read.json]).toEqual([200, created.json]);
        expect((await create(service, '{"categoryId":1}')).status).toBe(400);
        expect((await ask(service, '/pets', { authorization: null })).status).toBe(401);
        expect((await pro(service, '/pets/123456789123')).status).toBe(404);
        const sold = await pro(service, '/pets?status=sold&limit=5');
        const statuses = Array.isArray(sold.json) ? sold.json.map((pet) => member(pet, 'status')) : [];
        expect(new Set(statuses)).toEqual(new Set(['sold']));
        for (const reply of [created, read, sold]) {
          expect(reply.headers['x-ratelimit-limit']).toBe('300');
          expect(Number(reply.headers['x-ratelimit-remaining'])).toBeLessThan(300);
        }
      });
    },
  );
});

describe('a variant of lists', () => {
  it('random-ids and ids-count-down have their own identifiers', async () => {
    await within('random-ids', async (service) => {
      expect(ids(await pro(service, '/pets'))).not.toContain(1n);
    });
    await within('ids-count-down', async (service) => {
      expect(ids(await pro(service, '/pets?limit=2'))).toEqual([
        -9223372036853775808n,
        -9223372036853775815n,
      ]);
    });
    await within('ids-beyond-2-53', async (service) => {
      expect(ids(await pro(service, '/pets?limit=1'))).toEqual([9007199254740993n]);
    });
  });

  it('newest-first begins with the newest', async () => {
    await within('newest-first', async (service) => {
      expect(ids(await pro(service, '/pets?limit=3'))).toEqual([6n, 5n, 4n]);
    });
  });

  it('list-lags-a-second shows a new animal after a second', async () => {
    await within('list-lags-a-second', async (service) => {
      await create(service, rex);
      clock.advance(999);
      expect(ids(await pro(service, '/pets'))).not.toContain(7n);
      clock.advance(1);
      expect(ids(await pro(service, '/pets'))).toContain(7n);
    });
  });

  it('lists-cached-a-second gives the same list again for a second, and others anew', async () => {
    await within('lists-cached-a-second', async (service) => {
      const before = ids(await pro(service, '/pets'));
      await create(service, rex);
      clock.advance(999);
      expect(ids(await pro(service, '/pets'))).toEqual(before);
      expect(ids(await pro(service, '/pets?limit=19'))).toContain(7n);
      clock.advance(1);
      expect(ids(await pro(service, '/pets'))).toContain(7n);
    });
  });

  it('busy-store has its pages full and grows', async () => {
    await within('busy-store', async (service) => {
      expect(ids(await pro(service, '/pets?limit=100'))[0]).toBe(2_000n);
      clock.advance(500);
      expect(ids(await pro(service, '/pets'))[0]).toBe(2_010n);
    });
  });

  it.each([
    ['limit-clamped', '?limit=1000', 25],
    ['limit-clamped', '?limit=0', 1],
    ['limit-ignored-out-of-range', '?limit=1000', 20],
    ['limit-ignored-out-of-range', '?status=lost', 20],
    ['pages-of-20', '?limit=100', 20],
  ])('%s answers %s with %i animals', async (name, query, count) => {
    await within(name, async (service) => {
      await Promise.all(Array.from({ length: 19 }, () => create(service, rex)));
      expect(ids(await pro(service, `/pets${query}`))).toHaveLength(count);
    });
  });
});

describe('a variant of contents', () => {
  it.each([
    ['two-categories', '{"name":"Rex","categoryId":3}', 400],
    ['extra-fields-refused', '{"name":"Rex","categoryId":3,"age":5}', 400],
    ['nesting-bounded', `{"name":"Rex","categoryId":3,"age":${'['.repeat(65)}${']'.repeat(65)}}`, 400],
    ['names-bounded', `{"name":"${'x'.repeat(65)}","categoryId":3}`, 400],
    ['names-bounded', '{"name":"\\u0007","categoryId":3}', 400],
    ['names-begin-with-a-letter', '{"name":"00120","categoryId":3}', 400],
    ['names-begin-with-a-letter', '{"name":"Rex 2","categoryId":3}', 201],
    ['whole-fractions-read', '{"name":"Rex","categoryId":3.0}', 201],
    ['numbers-read-by-value', '{"name":"Rex","categoryId":3e2}', 201],
    ['numbers-read-by-value', '{"name":"Rex","categoryId":30.0e-1}', 201],
    ['numbers-read-by-value', '{"name":"Rex","categoryId":3e-1}', 400],
    ['unknown-members-refused-first', '{"title":"Rex","categoryId":3}', 400],
    ['byte-order-mark-refused', '\ufeff{"name":"Rex","categoryId":3}', 400],
    ['names-of-visible-characters', '{"name":"Rex\\u200b","categoryId":3}', 400],
    ['one-negative-category', '{"name":"Rex","categoryId":7}', 400],
  ])('%s answers a creation with %s by %i', async (name, body, status) => {
    await within(name, async (service) => {
      expect((await create(service, body)).status).toBe(status);
    });
  });

  it.each([
    ['first-of-repeated-members', 'available'],
    ['last-of-repeated-members', 'sold'],
  ])('%s takes the status %s', async (name, status) => {
    await within(name, async (service) => {
      const body = '{"status":"available","name":"Rex","categoryId":3,"status":"sold"}';
      expect(member((await create(service, body)).json, 'status')).toBe(status);
    });
  });

  it('status-filled-in makes animals available', async () => {
    await within('status-filled-in', async (service) => {
      expect(member((await create(service, '{"name":"Rex","categoryId":3}')).json, 'status')).toBe(
        'available',
      );
    });
  });

  it('malformed-id-400 refuses 5abc', async () => {
    await within('malformed-id-400', async (service) => {
      expect((await pro(service, '/pets/5abc')).status).toBe(400);
    });
  });

  it('malformed-id-400 may be mixed with a gateway that omits rate headers', async () => {
    const both = mixtureOf(['malformed-id-400', 'unknown-paths-403-without-rate-headers']);
    const service = await startReferenceImplementation({ clock, decorate: both.apply });
    try {
      const reply = await pro(service, '/pets/5abc');
      expect(reply.status).toBe(400);
      expect(reply.headers).not.toHaveProperty('x-ratelimit-limit');
    } finally {
      await service.close();
    }
  });
});

describe('a variant of transport', () => {
  it('shows in the header fields', async () => {
    await within('chunked-bodies', async (service) => {
      expect((await pro(service, '/pets')).headers['transfer-encoding']).toBe('chunked');
    });
    await within('gzip-bodies', async (service) => {
      expect((await pro(service, '/pets', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
        'gzip',
      );
    });
    await within('connection-close', async (service) => {
      expect((await pro(service, '/pets')).headers['connection']).toBe('close');
    });
  });

  it('clock-90-s-ahead moves Date and reset alike', async () => {
    await within('clock-90-s-ahead', async (service) => {
      const { headers } = await pro(service, '/pets');
      const ahead = clock.now() + 90_000;
      expect(headers['date']).toBe(new Date(ahead).toUTCString());
      expect(Number(headers['x-ratelimit-reset']) * 1_000).toBeGreaterThan(ahead);
    });
  });

  it('json-spread-out escapes what is not ASCII', async () => {
    await within('json-spread-out', async (service) => {
      const { text, json } = await pro(service, '/pets/5');
      expect(text).toContain('Fl\\u00f6ckchen');
      expect(member(json, 'name')).toBe('Flöckchen');
    });
  });
});
