import { assumeCompared, sameByListAndId } from '../../../suites/steps/list-and-id.ts';
import type { ServiceAnswer } from '../../suite/service.ts';
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

/** Lists with a query are answered so; `time` counts them from 1. `undefined` leaves one as it is. */
export function lists(answer: (time: number, pets: readonly Pet[]) => ServiceAnswer | undefined): Twist {
  let time = 0;
  return ({ target }, { pets }) => {
    time += target.startsWith('/pets?') ? 1 : 0;
    return target.startsWith('/pets?') ? answer(time, pets) : undefined;
  };
}

/** Lists, but not readings, show every animal so. */
export function listing(change: (pet: Pet) => Pet): Twist {
  return lists((_time, pets) => success(pets.map(change)));
}

/** Readings of an animal by its id are answered so; `number` is that of the request. */
export function readings(answer: (pet: Pet, number: number) => ServiceAnswer | undefined): Twist {
  return ({ target, number }, { pets }) => {
    const pet = pets.find(({ id }) => target === `/pets/${id}`);
    return pet === undefined ? undefined : answer(pet, number);
  };
}

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
