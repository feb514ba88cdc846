import { sameByListAndId } from '../../../suites/shared/list-and-id.ts';
import {
  createEach,
  kindsOf,
  type Pet,
  reasonOf,
  type SmallStore,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

export const id = 'list/agrees-with-get';

/** Lists, but not readings, show every animal so. */
export const listing =
  (change: (pet: Pet) => Pet): Twist =>
  ({ method, target }, store) =>
    method === 'GET' && /^\/pets(?:\?|$)/.test(target) ? success(store.pets.map(change)) : undefined;

/** What comes of animals that the run creates, read by list and by id; `asked` is without their creation. */
export async function run(
  twist?: Twist,
  {
    effort = 'normal',
    own = 3,
    prepare = () => {},
    consistencyGraceMs = 500,
    selected = [id],
  }: {
    effort?: 'smoke' | 'normal' | 'thorough';
    own?: number;
    prepare?: (store: SmallStore) => void;
    consistencyGraceMs?: number;
    selected?: readonly string[];
  } = {},
) {
  const session = await storeSession(twist, { effort, consistencyGraceMs, selected });
  prepare(session.store);
  const check = session.check(id);
  await createEach(check, ...(['available', 'pending', 'sold'] as const).slice(0, own));
  const reason = await reasonOf(sameByListAndId(check));
  return Object.assign(session, { reason, kinds: kindsOf(session), asked: session.asked().slice(own) });
}
