import { describe, expect, it } from 'vitest';
import { listed } from '../../../src/suite/listed.ts';
import { listingChangesNothing } from '../../../suites/steps/listing-changes-nothing.ts';
import { failure, kindsOf, reasonOf, type SmallStore, storeSession, type Twist } from './small-store.ts';

const id = 'list/safe';

/** A list renames every animal, at most so often, counted over all of them. */
function renaming(most: number): Twist {
  let lists = 0;
  return ({ method, target }, store) => {
    const isList = method === 'GET' && target.startsWith('/pets?');
    lists += isList ? 1 : 0;
    if (isList && lists <= most) {
      rename(store, `Max ${lists}`);
    }
    return undefined;
  };
}

function rename({ pets }: SmallStore, name: string): void {
  pets.splice(0, pets.length, ...pets.map((pet) => ({ ...pet, name })));
}

async function run(twist?: Twist, changes = {}, there = 0) {
  const session = await storeSession(twist, changes);
  for (let count = 0; count < there; count += 1) {
    session.store.add('Tom');
  }
  if (there > 0) {
    await session.check(id).list({ limit: 5 });
  }
  const reason = await reasonOf(listingChangesNothing(session.check(id)));
  const findings = session.findings.filter(({ requirement }) => requirement === id);
  return { reason, findings, kinds: kindsOf(session), asked: session.asked(), pauses: session.pauses };
}

describe('a list', () => {
  it('decides nothing where the animal can be read no longer after the list', async () => {
    let readings = 0;
    const session = await storeSession(({ target }) => {
      readings += target === '/pets/1' ? 1 : 0;
      return target === '/pets/1' && readings > 1 ? failure(404) : undefined;
    });
    const check = session.check(id);
    await check.get((await check.newAnimal()).id);
    await listed(check, { limit: 100 });
    expect(await reasonOf(listingChangesNothing(check))).toMatch(/^Inconclusive: no animal could be read/);
    expect(session.events).not.toContainEqual(expect.objectContaining({ type: 'evidence' }));
  });

  it('that changes an animal each time, five animals in total, deviates', async () => {
    const { findings, asked } = await run(renaming(5));
    expect(findings).toMatchObject([
      { kind: 'name-changed', exchange: asked.length, related: [{ exchange: asked.length - 1 }] },
    ]);
    expect(findings[0]?.expected).toContain('Rex cabcdef5z');
    expect(findings[0]?.actual).toContain('Max 5');
    expect(asked).toHaveLength(4 + 4 * 5);
    expect(asked.slice(4, 9)).toEqual([
      'POST /pets',
      'GET /pets/11',
      'GET /pets/11',
      'GET /pets?limit=100',
      'GET /pets/11',
    ]);
  });

  it('counts only if animals of different ages change during it, and in no pause that is longer', async () => {
    const { pauses } = await run(renaming(5));
    expect(pauses).toHaveLength(4);
    expect(pauses.every((ms, index) => ms >= 20 && ms >= 2 * (pauses[index - 1] ?? 0))).toBe(true);
  });

  it('that changes one four times may have done so by chance', async () => {
    expect((await run(renaming(4))).findings).toEqual([]);
  });

  it('is not reported for animals that change without it', async () => {
    let requests = 0;
    const { reason, findings, asked } = await run((_request, store) => {
      requests += 1;
      rename(store, `Max ${requests}`);
      return undefined;
    });
    expect({ reason, findings }).toEqual({ reason: 'a verdict', findings: [] });
    expect(asked).toHaveLength(7);
  });

  it('decides nothing in a run that may create no other animal', async () => {
    const { reason, findings } = await run(renaming(9), { readOnly: true }, 1);
    expect(reason).toMatch(/^Inconclusive: an animal changed while it was listed/);
    expect(findings).toEqual([]);
  });

  it.each([1, 2])('decides nothing where reading %i of both fails', async (failing) => {
    let readings = 0;
    const { reason } = await run(({ target }) => {
      readings += target.startsWith('/pets/') ? 1 : 0;
      return target.startsWith('/pets/') && readings === failing ? failure(404) : undefined;
    });
    expect(reason).toMatch(/^Inconclusive: no animal could be read before and after a list/);
  });

  it('decides nothing where another animal comes', async () => {
    let readings = 0;
    const { reason } = await run(({ target }) => {
      readings += target.startsWith('/pets/') ? 1 : 0;
      return target.startsWith('/pets/') && readings === 2
        ? { status: 200, body: '{"id":5,"name":"Tom","categoryId":1}' }
        : undefined;
    });
    expect(reason).toMatch(/^Inconclusive: no animal could be read before and after a list/);
  });
});
