import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeCommands } from '../../../suites/sequences.ts';
import { apiKey } from '../../suite/test-session.ts';
import { failure, kindsOf, reasonOf, storeSession, success, type Twist } from './small-store.ts';

const seed = 11;
const shapeOf = (command: object) => `${command}`.replace(/\d+/, 'N').replace(/available|pending|sold/, 'S');

/** Carries out commands of every shape, each at most twice. */
async function carriedOut(twist?: Twist) {
  const session = await storeSession(twist);
  const check = session.check('create/accepts-valid');
  const model: bigint[] = [];
  const shapes: string[] = [];
  for (const command of fc.sample(storeCommands(40), { seed, numRuns: 6 }).flatMap((some) => [...some])) {
    const shape = shapeOf(command);
    if (shapes.filter((other) => other === shape).length < 2) {
      shapes.push(shape);
      await reasonOf(fc.asyncModelRun(() => ({ model, real: check }), [command]));
    }
  }
  return { session, model, shapes, kinds: kindsOf(session) };
}

describe('a conforming store', () => {
  it('passes every command', async () => {
    const { session, model, shapes, kinds } = await carriedOut();
    expect(kinds).toEqual([]);
    expect(model).toEqual(session.store.pets.map(({ id }) => BigInt(id)));
    expect([...new Set(shapes)].sort()).toMatchInlineSnapshot(`
      [
        "create(S)",
        "create(bad key)",
        "create(create/body-not-object)",
        "create(create/missing-category)",
        "create(create/missing-name)",
        "create(create/unknown-status)",
        "create(no key)",
        "create(no status)",
        "get(known)",
        "get(unknown)",
        "list(N, S)",
        "list(N, no status)",
        "list(no limit, S)",
        "list(no limit, no status)",
      ]
    `);
  });

  it('is asked for at most so many commands', () => {
    const lengths = fc
      .sample(storeCommands(5), { seed, numRuns: 50 })
      .map((commands) => [...commands].length);
    expect(Math.max(...lengths)).toBe(5);
  });

  it('is read by the ids that it gave, and by others', async () => {
    const { session, model } = await carriedOut();
    const read = session
      .asked()
      .flatMap((request) => /^GET \/pets\/(-?\d+)$/.exec(request)?.[1] ?? [])
      .map(BigInt);
    expect(read.some((id) => model.includes(id))).toBe(true);
    expect(read.some((id) => !model.includes(id))).toBe(true);
  });

  it('is read by any of the ids that it gave', async () => {
    const session = await storeSession();
    const check = session.check('create/accepts-valid');
    const commands = fc.sample(storeCommands(40), { seed, numRuns: 6 }).flatMap((some) => [...some]);
    const readings = commands.filter((command) => `${command}` === 'get(known)');
    await fc.asyncModelRun(() => ({ model: [1n, 11n, 21n], real: check }), readings);
    expect(new Set(session.asked())).toEqual(new Set(['GET /pets/1', 'GET /pets/11', 'GET /pets/21']));
  });

  it('may have the animal that was taken for unknown', async () => {
    const { kinds } = await carriedOut(({ target }) => {
      const id = /^\/pets\/(-?\d{10,})$/.exec(target)?.[1];
      return id === undefined
        ? undefined
        : { status: 200, body: `{"id":${id},"name":"Tom","categoryId":1,"status":"sold"}` };
    });
    expect(kinds).toEqual([]);
  });
});

const pet = { id: 77, name: 'Tom', categoryId: 1 };

describe('a store that answers otherwise', () => {
  it.each<[string, Twist, string]>([
    [
      'to a valid creation',
      ({ body, hasKey }) => (hasKey && body.includes('"name":"') ? failure(409) : undefined),
      'create/accepts-valid sequence-status-409',
    ],
    [
      'to a creation without a name',
      ({ body }) => (/^\{"categoryId"/.test(body) ? success(pet, 201) : undefined),
      'create/missing-name sequence-status-201',
    ],
    [
      'to a creation without a category',
      ({ body }) => (body !== '' && !body.includes('categoryId') ? success(pet, 201) : undefined),
      'create/missing-category sequence-status-201',
    ],
    [
      'to a creation with an unknown status',
      ({ body }) => (body.includes('adopted') ? success(pet, 201) : undefined),
      'create/unknown-status sequence-status-201',
    ],
    [
      'to a creation that is no object',
      ({ body }) => (body.startsWith('[') ? success(pet, 201) : undefined),
      'create/body-not-object sequence-status-201',
    ],
    [
      'to a creation without a key',
      ({ method, hasKey }) => (method === 'POST' && !hasKey ? failure(403) : undefined),
      'auth/missing-key sequence-status-403',
    ],
    [
      'to a creation with a bad key',
      ({ method, headers }) =>
        method === 'POST' && ![undefined, `Bearer ${apiKey}`].includes(headers.authorization)
          ? failure(403)
          : undefined,
      'auth/unknown-key sequence-status-403',
    ],
    [
      'to a list',
      ({ method, target }) => (method === 'GET' && target === '/pets' ? failure(500) : undefined),
      'list/returns-pets sequence-status-500',
    ],
    [
      'to a list with a limit',
      ({ target }) => (/\?limit=\d+$/.test(target) ? failure(400) : undefined),
      'list/limit-accepted sequence-status-400',
    ],
    [
      'to a list with a status',
      ({ target }) => (/\?status=\w+$/.test(target) ? failure(400) : undefined),
      'list/status-accepted sequence-status-400',
    ],
    [
      'to a list with both',
      ({ target }) => (target.includes('&') ? failure(400) : undefined),
      'list/limit-with-status sequence-status-400',
    ],
    [
      'to an unknown id',
      ({ target }) => (/^\/pets\/-?\d{10,}$/.test(target) ? failure(400) : undefined),
      'get/unknown-id sequence-status-400',
    ],
    [
      'to an unknown id, by another animal',
      ({ target }) => (/^\/pets\/-?\d{10,}$/.test(target) ? success(pet) : undefined),
      'get/unknown-id sequence-status-200',
    ],
  ])('%s is found', async (_what, twist, expected) => {
    expect((await carriedOut(twist)).kinds).toContain(expected);
  });

  it('to a creation has given no id for that', async () => {
    const { model } = await carriedOut(({ body, hasKey }) =>
      hasKey && body.includes('"name":"') ? success(pet, 200) : undefined,
    );
    expect(model).toEqual([]);
  });

  it('to a creation by no animal has given no id either', async () => {
    const { model } = await carriedOut(({ body, hasKey }) =>
      hasKey && body.includes('"name":"') ? success([], 201) : undefined,
    );
    expect(model).toEqual([]);
  });

  it('to limit and status together is asked for each of them alone', async () => {
    const { session } = await carriedOut(({ target }) => (target.includes('&') ? failure(400) : undefined));
    const asked = session.asked();
    const both = asked.find((request) => request.includes('&')) ?? '';
    const [, limit, status] = /(limit=\d+)&(status=\w+)/.exec(both) ?? [];
    expect(asked).toEqual(expect.arrayContaining([`GET /pets?${limit}`, `GET /pets?${status}`]));
  });

  it('is reported once per kind of request', async () => {
    const { session } = await carriedOut(() => failure(409));
    const sequences = session.findings.filter(({ kind }) => kind === 'sequence-status-409');
    expect([...new Set(sequences.map(({ message }) => message))].sort()).toMatchInlineSnapshot(`
      [
        "In a sequence of requests, a creation in which categoryId is missing returned 409",
        "In a sequence of requests, a creation in which name is missing returned 409",
        "In a sequence of requests, a creation in which status is a word that the document does not list returned 409",
        "In a sequence of requests, a creation in which the body is an array returned 409",
        "In a sequence of requests, a creation with a bad key returned 409",
        "In a sequence of requests, a list returned 409",
        "In a sequence of requests, a list with a limit returned 409",
        "In a sequence of requests, a valid creation returned 409",
        "In a sequence of requests, reading an animal that does not exist returned 409",
      ]
    `);
  });

  it('is reported with the request that it answered', async () => {
    const { session } = await carriedOut(({ method, hasKey }) =>
      method === 'POST' && !hasKey ? failure(403) : undefined,
    );
    const [finding] = session.findings.filter(({ requirement }) => requirement === 'auth/missing-key');
    const answered = session.requests.findIndex(({ hasKey }) => !hasKey) + 1;
    expect(finding).toMatchObject({ exchange: answered, expected: '401 with an Error body' });
    expect(finding?.actual).toMatch(/^403 \{/);
  });
});
