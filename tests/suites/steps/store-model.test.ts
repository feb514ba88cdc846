import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeCommands } from '../../../suites/sequences.ts';
import type { ServiceRequest } from '../../suite/service.ts';
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
const isCreation = ({ body, hasKey }: ServiceRequest) => hasKey && body.includes('"name":"');
const isOfUnknownId = ({ target }: ServiceRequest) => /^\/pets\/-?\d{10,}$/.test(target);

describe('a store that answers otherwise', () => {
  it.each<[what: string, requirement: string, status: number, isOne: (request: ServiceRequest) => boolean]>([
    ['a valid creation', 'create/accepts-valid', 409, isCreation],
    ['a creation without a name', 'create/missing-name', 201, ({ body }) => body.startsWith('{"categoryId"')],
    [
      'a creation without a category',
      'create/missing-category',
      201,
      ({ body }) => body !== '' && !body.includes('categoryId'),
    ],
    [
      'a creation with an unknown status',
      'create/unknown-status',
      201,
      ({ body }) => body.includes('adopted'),
    ],
    ['a creation that is no object', 'create/body-not-object', 201, ({ body }) => body.startsWith('[')],
    [
      'a creation without a key',
      'auth/missing-key',
      403,
      ({ method, hasKey }) => method === 'POST' && !hasKey,
    ],
    [
      'a creation with a bad key',
      'auth/unknown-key',
      403,
      ({ method, headers: { authorization } }) =>
        method === 'POST' && authorization !== undefined && authorization !== `Bearer ${apiKey}`,
    ],
    ['a list', 'list/returns-pets', 500, ({ method, target }) => method === 'GET' && target === '/pets'],
    ['a list with a limit', 'list/limit-accepted', 400, ({ target }) => /\?limit=\d+$/.test(target)],
    ['a list with a status', 'list/status-accepted', 400, ({ target }) => /\?status=\w+$/.test(target)],
    ['a list with both', 'list/limit-with-status', 400, ({ target }) => target.includes('&')],
    ['an unknown id', 'get/unknown-id', 400, isOfUnknownId],
    ['an unknown id, as if it were one,', 'get/unknown-id', 200, isOfUnknownId],
  ])('%s is found: %s', async (_what, requirement, status, isOne) => {
    const answer = status < 400 ? success(pet, status) : failure(status);
    const { kinds } = await carriedOut((request) => (isOne(request) ? answer : undefined));
    expect(kinds).toContain(`${requirement} sequence-status-${status}`);
  });

  it.each([
    ['200', success(pet, 200)],
    ['201 and no animal', success([], 201)],
  ])('a creation has given no id with %s', async (_what, answer) => {
    const { model } = await carriedOut((request) => (isCreation(request) ? answer : undefined));
    expect(model).toEqual([]);
  });

  it('to limit and status together is asked for each of them alone', async () => {
    const { session } = await carriedOut(({ target }) => (target.includes('&') ? failure(400) : undefined));
    const asked = session.asked();
    const both = asked.find((request) => request.includes('&')) ?? '';
    const [, limit, status] = /(limit=\d+)&(status=\w+)/.exec(both) ?? [];
    expect(asked).toEqual(expect.arrayContaining([`GET /pets?${limit}`, `GET /pets?${status}`]));
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
