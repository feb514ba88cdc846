import { describe, expect, it } from 'vitest';
import { idsAreUnique } from '../../../suites/shared/unique-ids.ts';
import { failure, kindsOf, parsed, storeSession, success, type Twist } from './small-store.ts';

interface Setting {
  readonly twist?: Twist;
  /** Whether a creation of the status of control twins was accepted before. */
  readonly isCreated?: boolean;
  readonly selected?: readonly string[];
}

/** What is sent at once at effort smoke, in no order, and what is found by it. */
async function run({ twist, isCreated = true, selected = [] }: Setting) {
  const session = await storeSession(twist, { effort: 'smoke', selected });
  const check = session.check('create/unique-ids');
  if (isCreated) {
    await check.createPlain('available');
  }
  await idsAreUnique(check);
  const sent = session.requests.map(({ method, target, body }) => `${method} ${target} ${body}`);
  return { sent: sent.slice(isCreated ? 1 : 0).sort(), kinds: kindsOf(session) };
}

const rex = 'POST /pets {"name":"Rex cabcdef1z","categoryId":1,"status":"available"}';
const isWrittenOtherwise = (body: string) => body.includes('\n');

describe('creations at once, at effort smoke', () => {
  it('are one of before again, and one as other clients write it', async () => {
    const { sent, kinds } = await run({});
    expect(sent).toHaveLength(2);
    expect(sent).toContain(rex);
    expect(sent.filter(isWrittenOtherwise)).toHaveLength(1);
    expect(kinds).toEqual([]);
    expect((await run({ isCreated: false })).sent).toContain(rex);
  });

  it('have a list without a key beside them, where the run is to look at that', async () => {
    const selected = ['auth/missing-key'];
    const { sent, kinds } = await run({ selected });
    expect([sent.length, sent.includes('GET /pets '), kinds]).toEqual([3, true, []]);
    const open = await run({ selected, twist: ({ method }) => (method === 'GET' ? success([]) : undefined) });
    expect(open.kinds).toContain('auth/missing-key amid-others-status-200');
  });

  /** The creation of before is answered so when it is sent again. */
  const again = (status: number): Twist => {
    const names = new Set<string>();
    return ({ body }) => {
      const name = parsed(body)?.name ?? '';
      const isKnown = names.has(name);
      names.add(name);
      return isKnown ? failure(status) : undefined;
    };
  };

  it('may not be answered with 409 where the same was created before', async () => {
    expect((await run({ twist: again(409) })).kinds).toContain('create/accepts-valid same-again-status-409');
    expect((await run({ twist: again(400) })).kinds).toEqual([]);
  });

  it('are not judged as the same again where none was created before', async () => {
    const twist: Twist = ({ body }) => (isWrittenOtherwise(body) ? undefined : failure(409));
    expect((await run({ twist, isCreated: false })).kinds).not.toContain(
      'create/accepts-valid same-again-status-409',
    );
  });

  it('that are refused for the way they are written are looked into, but not where the service is too busy', async () => {
    const refusing =
      (status: number): Twist =>
      ({ body }) =>
        isWrittenOtherwise(body) ? failure(status) : undefined;
    const kind = (status: number) => `create/accepts-valid status-${status}`;
    expect((await run({ twist: refusing(415) })).kinds).toContain(kind(415));
    expect((await run({ twist: refusing(503) })).kinds).not.toContain(kind(503));
  });
});
