import { describe, expect, it } from 'vitest';
import { clientIdStaysUnused } from '../../../suites/client-ids.suite.ts';
import {
  createEach,
  failure,
  kindsOf,
  type Pet,
  parsed,
  reasonOf,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

const id = 'create/ignores-client-id';

interface Setting {
  readonly twist?: Twist;
  readonly effort?: 'smoke' | 'normal';
  /** The ids of animals that were read before, in this order. */
  readonly read?: readonly bigint[];
  readonly tainted?: bigint;
}

/** Three animals of the run, 1, 11 and 21, of which some were read; then the id of one is sent with a creation. */
async function run({ twist, effort = 'smoke', read = [], tainted }: Setting) {
  const session = await storeSession(twist, { effort });
  const check = session.check(id);
  await createEach(check, 'available', 'pending', 'sold');
  for (const animal of read) {
    await check.get(animal);
  }
  const { history } = session.session;
  for (const animal of history.created) {
    animal.tainted = animal.id === tainted;
  }
  const before = session.requests.length;
  const reason = await reasonOf(clientIdStaysUnused(check));
  const sent = session.requests.slice(before);
  return {
    reason,
    asked: sent.map(({ method, target }) => `${method} ${target}`),
    victim: sent.map(({ body }) => /"id":(\d{1,9})\D/.exec(body)?.[1]).find((found) => found !== undefined),
    kinds: kindsOf(session).filter((kind) => kind.startsWith(id)),
    isTainted: (animal: bigint) => history.animal(animal)?.tainted,
  };
}

describe('at effort smoke, the animal whose id is sent', () => {
  it('is the newest that was read, and is not read again before', async () => {
    const { victim, asked } = await run({ read: [1n, 11n] });
    expect([victim, asked]).toEqual(['11', ['POST /pets', 'GET /pets/11']]);
    expect((await run({ read: [1n, 11n], effort: 'normal' })).victim).toBe('1');
  });

  it('is none that something else may have changed', async () => {
    expect((await run({ read: [1n, 11n], tainted: 11n })).victim).toBe('1');
  });

  it('is the oldest where none was read', async () => {
    const { victim, asked } = await run({});
    expect([victim, asked]).toEqual(['1', ['GET /pets/1', 'POST /pets', 'GET /pets/1']]);
  });

  it('is held against its newest reading', async () => {
    let readings = 0;
    const twist: Twist = ({ target }, { pets: [pet] }) => {
      readings += target === '/pets/1' ? 1 : 0;
      return target === '/pets/1' && pet !== undefined
        ? success({ ...pet, name: readings < 3 ? 'Old' : 'New' })
        : undefined;
    };
    const { isTainted } = await run({ twist, read: [1n, 1n, 1n] });
    expect(isTainted(1n)).toBe(false);
  });
});

describe('an animal that is gone after its id was sent', () => {
  /** A store in which an animal of these can be read once, and one more time each other. */
  function readableOnce(ids: readonly string[]): Twist {
    const read = new Map<string, number>();
    return ({ target }) => {
      const times = (read.get(target) ?? 0) + 1;
      read.set(target, times);
      return times > 1 && ids.some((each) => target === `/pets/${each}`) ? failure(404) : undefined;
    };
  }

  it('was removed by the creation where others can still be read', async () => {
    const { kinds } = await run({ twist: readableOnce(['11']), read: [1n, 1n, 11n] });
    expect(kinds).toEqual([`${id} victim-gone`]);
  });

  it('tells nothing where another one could not be read again either', async () => {
    const { kinds, reason } = await run({ twist: readableOnce(['1', '11']), read: [1n, 1n, 11n] });
    expect(kinds).toEqual([]);
    expect(reason).toContain('see get/stable');
  });
});

/** Answers the creation that sends an id, and the readings behind it. */
function behind(
  creation: (sent: Pet) => ReturnType<Twist>,
  reading: (pet: Pet) => ReturnType<Twist> = () => undefined,
): Twist {
  let isSent = false;
  return ({ target, body }, { pets }) => {
    const sent = parsed(body);
    if (sent !== null && sent.id !== undefined) {
      isSent = true;
      return creation(sent);
    }
    const pet = pets.find((one) => target === `/pets/${one.id}`);
    return isSent && pet !== undefined ? reading(pet) : undefined;
  };
}

const apart = () => undefined;

describe('at effort smoke, lists may judge the animal whose id was sent', () => {
  it.each<[string, Twist, boolean]>([
    ['where another was created', behind(apart), true],
    ['where the creation was refused', behind(() => failure(400)), true],
    ['where it was refused with any other 4xx', behind(() => failure(422)), true],
    ['not where the new one has its id', behind((sent) => success(sent, 201)), false],
    ['where a 201 shows no animal', behind(() => ({ status: 201, body: '{}' })), true],
    ['not where it reads otherwise now', behind(apart, (pet) => success({ ...pet, status: 'sold' })), false],
  ])('%s', async (_where, twist, expected) => {
    const { isTainted, reason } = await run({ twist, read: [11n] });
    expect(reason).toBe('a verdict');
    expect(isTainted(11n)).toBe(!expected);
  });

  it.each<[string, Twist]>([
    ['where another is read by its id', behind(apart, (pet) => success({ ...pet, id: 5 }))],
    ['where it can be read no longer', behind(apart, () => failure(500))],
  ])('nor is there a verdict %s', async (_where, twist) => {
    const { isTainted, reason, kinds } = await run({ twist, read: [11n] });
    expect(reason).toMatch(/^Inconclusive: the animal whose id was sent can no longer be read/);
    expect(kinds).toEqual([]);
    expect(isTainted(11n)).toBe(true);
  });

  it('not at another effort, which has requests enough for animals of their own', async () => {
    const { isTainted } = await run({ read: [1n], effort: 'normal' });
    expect(isTainted(1n)).toBe(true);
  });
});
