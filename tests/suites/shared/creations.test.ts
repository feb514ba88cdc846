import { describe, expect, it } from 'vitest';
import { tagSource } from '../../../src/history/tag.ts';
import {
  fillTheStore,
  idsAreUnique,
  judgeAccepted,
  judgeOtherWriting,
  judgePlainCreation,
  otherWriting,
  validCreations,
} from '../../../suites/shared/valid-creations.ts';
import { testSession } from '../../runner/test-session.ts';
import { failure, kindsOf, parsed, reasonOf, storeSession, success } from './small-store.ts';

// What is tested of several small files here needs the same imports, which take longer than the tests.

it('a plain creation without a 201 violates create/accepts-valid, whatever check sends it', async () => {
  const session = await storeSession(({ number }) => (number === 2 ? { status: 409 } : undefined));
  const check = session.check('list/never-above-100');
  judgePlainCreation(check, await check.createPlain());
  expect(kindsOf(session)).toEqual([]);
  judgePlainCreation(check, await check.createPlain());
  expect(kindsOf(session)).toContain('create/accepts-valid later-status-409');
  expect(session.session.findingsOf('create/accepts-valid')).toContainEqual(
    expect.objectContaining({
      message: 'A creation similar to accepted ones returned 409',
      related: [{ role: 'an accepted creation', exchange: 1 }],
    }),
  );
});

it('a plain creation is compared with others only where one was accepted', async () => {
  const session = await storeSession(() => ({ status: 409 }));
  const check = session.check('list/never-above-100');
  judgePlainCreation(check, await check.createPlain());
  expect(session.session.findingsOf('create/accepts-valid')).toContainEqual(
    expect.objectContaining({ message: 'A valid creation returned 409', related: [] }),
  );
});

it.each([
  [{ status: 201, body: '{"id":1,' }, ['create/accepts-valid not-an-object']],
  [{ status: 409 }, ['create/accepts-valid status-409']],
])('a creation returns 201 with an object (%j)', async (answer, kinds) => {
  const session = await storeSession(() => answer);
  const check = session.check('create/accepts-valid');
  judgeAccepted(check, await check.createPlain());
  expect(kindsOf(session).filter((kind) => kind.startsWith('create/accepts-valid '))).toEqual(kinds);
});

it('a truncated 201 is inconclusive', async () => {
  const session = await storeSession(() => 'cut');
  const check = session.check('create/accepts-valid');
  const reason = await reasonOf(check.createPlain().then((answer) => judgeAccepted(check, answer)));
  expect(reason).toMatch(/^Inconclusive: the response to a creation is truncated: /);
  expect(kindsOf(session).filter((kind) => kind.startsWith('create/accepts-valid '))).toEqual([]);
});

describe('a full store', () => {
  it('a store is filled until the run knows of 101 animals', async () => {
    const session = await storeSession();
    for (let count = 0; count < 97; count += 1) {
      session.store.add('Tom');
    }
    await session.check('list/returns-pets').list({ limit: 100 });
    await fillTheStore(session.check('list/never-above-100'));
    const bodies = session.requests.slice(1).map(({ body }) => parsed(body));
    expect(bodies).toHaveLength(4);
    expect(session.store.pets).toHaveLength(101);
    expect(bodies.every((pet) => pet?.categoryId === 1)).toBe(true);
    expect(new Set(bodies.map((pet) => pet?.name)).size).toBe(4);
    await fillTheStore(session.check('list/never-above-100'));
    expect(session.asked()).toHaveLength(5);
    expect(kindsOf(session)).toEqual([]);
  });

  it('nothing is created at effort smoke', async () => {
    const session = await storeSession(undefined, { effort: 'smoke' });
    await fillTheStore(session.check('list/never-above-100'));
    expect(session.asked()).toEqual([]);
  });

  it('three refusals are enough', async () => {
    const session = await storeSession(({ number }) => (number % 2 === 0 ? failure(400) : undefined));
    await fillTheStore(session.check('list/never-above-100'));
    expect(session.asked()).toHaveLength(6);
    expect(kindsOf(session)).toEqual(['create/accepts-valid later-status-400']);
  });
});

describe('ids', () => {
  const id = 'create/unique-ids';

  describe('creations', () => {
    it('are made twice the same, and several at once, each its own', async () => {
      const session = await storeSession();
      await idsAreUnique(session.check(id));
      const bodies = session.requests.map(({ body }) => body);
      expect(bodies).toHaveLength(8);
      expect(bodies[0]).toBe('{"name":"Rex cabcdef1z","categoryId":1,"status":"pending"}');
      expect(bodies.filter((body) => body === bodies[0])).toHaveLength(2);
      expect(bodies.filter((body) => body.includes('"available"'))).toHaveLength(5);
      expect(bodies.filter((body) => body.includes('\n'))).toHaveLength(1);
      expect(kindsOf(session)).toEqual([]);
    });

    it('are two at effort smoke', async () => {
      const session = await storeSession(undefined, { effort: 'smoke' });
      await idsAreUnique(session.check(id));
      expect(session.asked()).toHaveLength(2);
    });

    it('that get one id are found by the watch', async () => {
      const session = await storeSession(({ body }) =>
        body.includes('available') ? success({ ...JSON.parse(body), id: 5 }, 201) : undefined,
      );
      await idsAreUnique(session.check(id));
      expect(kindsOf(session)).toEqual([`${id} id-given-twice`]);
    });
  });

  describe('the same creation again', () => {
    const answered = async (first: number, second: number) => {
      const session = await storeSession(({ number }) => {
        const status = [first, second][number - 1] ?? 201;
        return status === 201 ? undefined : failure(status);
      });
      await idsAreUnique(session.check(id));
      return session.findings.filter(({ requirement }) => requirement === 'create/accepts-valid');
    };

    it('may be refused with 400', async () => {
      expect(await answered(201, 400)).toEqual([]);
    });

    it('may not be answered otherwise', async () => {
      expect(await answered(201, 409)).toMatchObject([
        { kind: 'same-again-status-409', exchange: 2, related: [{ exchange: 1 }] },
      ]);
    });

    it('tells nothing where the first was refused', async () => {
      expect(await answered(409, 409)).toEqual([]);
    });
  });
});

describe('a creation that is written otherwise', () => {
  const reported = async (isRefused: (name: string, type: string) => boolean) => {
    const session = await storeSession(({ body, headers }) =>
      isRefused(parsed(body)?.name ?? '', headers['content-type'] ?? '') ? failure(400) : undefined,
    );
    const check = session.check('create/unique-ids');
    await judgeOtherWriting(check, await check.send(otherWriting(check)));
    return { kinds: kindsOf(session), count: session.requests.length };
  };
  const isOfDigits = (name: string) => /^\d+$/.test(name);

  it('is judged by one request where it is accepted', async () => {
    expect(await reported(() => false)).toEqual({ kinds: [], count: 1 });
  });

  it('may have a name of digits that is beyond the bounds of names', async () => {
    expect(await reported(isOfDigits)).toEqual({ kinds: [], count: 2 });
  });

  it('has its media type reported where that is refused, whatever the name is', async () => {
    const kinds = ['create/content-type-parameters status-400'];
    const isOther = (type: string) => type !== 'application/json';
    expect((await reported((_name, type) => isOther(type))).kinds).toEqual(kinds);
    expect((await reported((name, type) => isOfDigits(name) || isOther(type))).kinds).toEqual(kinds);
  });

  it('has a name that no other run has sent', () => {
    const name = (run: string) => {
      const check = testSession('http://127.0.0.1:1/v1').check('create/unique-ids');
      Object.assign(check.session, { tags: tagSource(run, 1) });
      return parsed(String(otherWriting(check).body))?.name;
    };
    expect(name('cabcdef')).toMatch(/^00\d{9,}$/);
    expect(name('cabcdef')).not.toBe(name('cabcdeg'));
  });
});

describe('valid creations', () => {
  const nowhere = 'http://127.0.0.1:1/v1';

  it('are written as other clients write them, and mean the same', () => {
    const check = testSession(nowhere).check('create/accepts-valid');
    const requests = validCreations(check);
    expect(requests.map(({ body }) => body)).toMatchInlineSnapshot(`
      [
        "
      {
        "name" : "Rex cabcdef1z",
        "categoryId" : 1,
        "status" : "sold"
      }
      ",
        "{"status":"sold","name":"Rex cabcdef2z","categoryId":1}",
        "{"name":"\\u0052e\\u0078 cabcdef3z","categoryId":1,"status":"sold"}",
        "{"name":"Rex cabcdef4z","c\\u0061tegoryId":1,"status":"sold"}",
        "{"name":"Rex cabcdef5z","categoryId":1,"status":"sold"}",
        "{"name":"rex cabcdef6z","categoryId":1,"status":"pending"}",
        "{"name":"Rex cabcdef7z","categoryId":1,"status":"available"}",
      ]
    `);
    expect(requests.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { name: 'Rex cabcdef1z', categoryId: 1, status: 'sold' },
      { name: 'Rex cabcdef2z', categoryId: 1, status: 'sold' },
      { name: 'Rex cabcdef3z', categoryId: 1, status: 'sold' },
      { name: 'Rex cabcdef4z', categoryId: 1, status: 'sold' },
      { name: 'Rex cabcdef5z', categoryId: 1, status: 'sold' },
      { name: 'rex cabcdef6z', categoryId: 1, status: 'pending' },
      { name: 'Rex cabcdef7z', categoryId: 1, status: 'available' },
    ]);
  });

  it('carry the key, in fields that others write in small letters, or accept anything', () => {
    const check = testSession(nowhere).check('create/accepts-valid');
    const usual = ['Accept: application/json', 'Content-Type: application/json', 'Authorization: Bearer'];
    const sent = validCreations(check).map(({ headers }) =>
      headers.map(({ name, value }) => `${name}: ${value.replace(/^Bearer .*/, 'Bearer')}`),
    );
    expect(sent).toEqual([
      ...Array.from({ length: 5 }, () => usual),
      ['content-type: application/json', 'authorization: Bearer'],
      ['Accept: */*', ...usual.slice(1), 'Accept-Encoding: gzip, br'],
    ]);
  });

  it('are none in a run that creates nothing', () => {
    const check = testSession(nowhere, { readOnly: true }).check('create/accepts-valid');
    expect(() => validCreations(check)).toThrow('`--read-only` forbids');
  });
});
