import { describe, expect, it } from 'vitest';
import { createEqualOnes, createUnlikeOnes } from '../../../suites/steps/unique-ids.ts';
import { failure, kindsOf, parsed, reasonOf, storeSession, type Twist } from './small-store.ts';

interface Setting {
  readonly twist?: Twist;
  /** Whether a creation of the status of control twins was accepted before. */
  readonly isCreated?: boolean;
}

/** What is found by creations at once, with the body of one before. */
async function run({ twist, isCreated = true }: Setting) {
  const session = await storeSession(twist);
  const check = session.check('create/unique-ids');
  if (isCreated) {
    await check.createPlain('pending');
  }
  const reason = await reasonOf(createEqualOnes(check).then(() => createUnlikeOnes(check)));
  return { reason, kinds: kindsOf(session) };
}

const isWrittenOtherwise = (body: string) => body.includes('\n');

describe('creations at once', () => {
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

  it('prove nothing where none is accepted before', async () => {
    const { reason, kinds } = await run({ twist: () => failure(409), isCreated: false });
    expect(reason).toMatch(/^Inconclusive: a valid creation returned 409/);
    expect(kinds).not.toContain('create/accepts-valid same-again-status-409');
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
