import { describe, expect, it } from 'vitest';
import { availableOnesAreListed, judgeEarlyList } from '../../../suites/steps/available-listed.ts';
import {
  createEach,
  failure,
  kindsOf,
  type Pet,
  reasonOf,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

const id = 'list/created-pet-listed';

/** The unfiltered list holds what is left of it. */
const whole =
  (left: (pets: readonly Pet[]) => readonly Pet[]): Twist =>
  ({ method, target }, { pets }) =>
    method === 'GET' && /^\/pets(?:\?|$)/.test(target) && !target.includes('status=')
      ? success(left(pets).slice(0, Number(/limit=(\d+)/.exec(target)?.[1] ?? 20)))
      : undefined;

/** What is found once an animal of each status was created, and again when a list of `longest` animals is known. */
async function judged(twist: Twist | undefined, longest = 0) {
  const session = await storeSession(twist, { consistencyGraceMs: 0, lateReadingsMs: 0 });
  const check = session.check(id);
  await createEach(check, 'sold', 'available', 'pending', 'available');
  const reason = await reasonOf(availableOnesAreListed(check));
  const early = kindsOf(session);
  session.session.history.listSizes.note(longest, longest * 1_000);
  await judgeEarlyList(check);
  return { reason, early, late: kindsOf(session), session };
}

describe('the unfiltered list', () => {
  it.each<[string, Twist | undefined]>([
    ['may show every animal', undefined],
    [
      'may show only the available ones',
      whole((pets) => pets.filter(({ status }) => status === 'available')),
    ],
  ])('%s', async (_what, twist) => {
    const { reason, early, late } = await judged(twist, 100);
    expect([reason, ...early, ...late]).toEqual(['a verdict']);
  });

  it('must show an available animal where it is known not to be cut', async () => {
    const { early, session } = await judged(whole(() => []));
    expect(early).toEqual([`${id} not-listed`]);
    expect(session.findings.map(({ expected }) => expected)).toEqual([
      'id 11 in the list within 0 ms',
      'id 31 in the list within 0 ms',
    ]);
  });

  it('is judged once a longer list is known, and not before: pages may be small', async () => {
    const twist = whole((pets) => pets.slice(0, 3));
    const { reason, early, late } = await judged(twist, 4);
    expect(reason).toMatch(/^Inconclusive: the unfiltered list may be cut.*use an empty/);
    expect(early).toEqual([]);
    expect(late).toEqual([`${id} not-listed`]);
    expect((await judged(twist, 3)).late).not.toContain(`${id} not-listed`);
  });

  it.each<[string, (pet: Pet) => ReturnType<typeof success>]>([
    ['is not available any more', (pet) => success({ ...pet, status: 'sold' })],
    ['is gone', () => failure(404)],
  ])('need not show an animal that %s', async (_what, reading) => {
    const { early, late } = await judged((request, store) => {
      const pet = store.pets.find((one) => request.target === `/pets/${one.id}`);
      return pet === undefined ? whole(() => [])(request, store) : reading(pet);
    }, 100);
    expect([...early, ...late].filter((kind) => kind.startsWith(id))).toEqual([]);
  });
});
