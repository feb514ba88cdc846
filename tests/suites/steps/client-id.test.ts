import { describe, expect, it } from 'vitest';
import { ofAnExistingAnimal } from '../../../suites/steps/client-ids.ts';
import { failure, kindsOf, parsed, reasonOf, storeSession, success, type Twist } from './small-store.ts';

/** The id that a creation sends, where it is one of the store's. */
function victimOf(body: string): number | null {
  const id = (parsed(body) as { readonly id?: number } | null)?.id;
  return id === 1 ? id : null;
}

async function run(twist?: Twist) {
  const session = await storeSession(twist);
  for (const category of [1, 5]) {
    await session.check('create/accepts-valid').create(`{"name":"Old","categoryId":${category}}`);
  }
  const reason = await reasonOf(ofAnExistingAnimal(session.check('create/ignores-client-id')));
  return { ...session, reason, kinds: kindsOf(session), findings: session.findings };
}

const refusing =
  (status: number): Twist =>
  ({ body }) =>
    body.includes('"id"') ? failure(status) : undefined;

describe('an id that is sent with a creation', () => {
  it('goes with the category of the run where no other was accepted', async () => {
    const session = await storeSession(undefined, { workingCategories: [7n] });
    await ofAnExistingAnimal(session.check('create/ignores-client-id'));
    expect(session.requests.at(-2)?.body).toContain('"categoryId":7');
    expect(kindsOf(session)).toEqual([]);
  });

  it.each([400, 404, 409, 422])('may be refused with %i', async (status) => {
    const { kinds, reason } = await run(refusing(status));
    expect([...kinds, reason]).toEqual(['a verdict']);
  });

  it('decides nothing where it is neither taken nor refused', async () => {
    const { kinds, reason } = await run(refusing(500));
    expect(kinds).not.toContain('create/ignores-client-id status-500');
    expect(reason).toMatch(/^Inconclusive: a creation that sends an id returned 500/);
  });
});

describe('the animal that has the id', () => {
  const overwriting =
    (members: readonly string[]): Twist =>
    ({ body }, store) => {
      const sent = parsed(body);
      if (victimOf(body) === null || sent === null) {
        return undefined;
      }
      const taken = Object.fromEntries(Object.entries(sent).filter(([name]) => members.includes(name)));
      store.pets.splice(0, 1, { ...store.pets[0], id: 1, name: 'Old', categoryId: 1, ...taken });
      return success(store.add(sent.name, sent.status, sent.categoryId), 201);
    };
  const wanted = (kind: string) => `create/ignores-client-id ${kind}`;

  it('may change by itself in any other way', async () => {
    expect((await run(overwriting(['status']))).kinds).toEqual([]);
    const renamed: Twist = ({ body }, store) => {
      if (victimOf(body) !== null) {
        store.pets.splice(0, 1, { id: 1, name: 'New', categoryId: 9 });
      }
      return undefined;
    };
    expect((await run(renamed)).kinds).toEqual([]);
  });

  it('decides nothing where it can not be read', async () => {
    const another = success({ id: 7, name: 'Old', categoryId: 1 });
    for (const answer of [failure(404), { status: 200, body: '[]' }, another]) {
      const { reason, kinds, asked } = await run(({ target }) => (target === '/pets/1' ? answer : undefined));
      expect(reason).toMatch(/^Inconclusive: an animal of this run can't be read/);
      expect(kinds.filter((kind) => kind.startsWith('create/'))).toEqual([]);
      expect(asked().length).toBeLessThan(6);
    }
  });

  it('is not gone by the creation where it is found twice and no more', async () => {
    let readings = 0;
    const { kinds } = await run(({ target }) => {
      readings += target === '/pets/1' ? 1 : 0;
      return target === '/pets/1' && readings > 2 ? failure(404) : undefined;
    });
    expect(kinds).not.toContain(wanted('victim-gone'));
  });
});
