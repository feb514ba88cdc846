import { assumeCompared, sameByListAndId } from '../../../suites/steps/list-and-id.ts';
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
    count = 2,
    own = 3,
    prepare = () => {},
    consistencyGraceMs = 500,
    selected = [id],
  }: {
    count?: number;
    own?: number;
    prepare?: (store: SmallStore) => void;
    consistencyGraceMs?: number;
    selected?: readonly string[];
  } = {},
) {
  const session = await storeSession(twist, { consistencyGraceMs, selected });
  prepare(session.store);
  const check = session.check(id);
  await createEach(check, ...(['available', 'pending', 'sold'] as const).slice(0, own));
  const reason = await reasonOf(sameByListAndId(check, count).then(() => assumeCompared(check)));
  return Object.assign(session, { reason, kinds: kindsOf(session), asked: session.asked().slice(own) });
}
