import { noCredential } from '../../../src/arbitraries/credentials.ts';
import { refusedCreationsStayUnseen } from '../../../suites/refused-without-effect.ts';
import { reasonOf, type StoreSession, storeSession, type Twist } from './small-store.ts';

const cutOff = '{"name":"Rex cabcdef900z"';
const withoutKey = '{"name":"Rex cabcdef901z","categoryId":1}';

/** A session in which a creation was refused with 400, and one with 401. */
export async function refused(twist?: Twist, changes = {}): Promise<StoreSession> {
  const session = await storeSession(twist, changes);
  const check = session.check('create/malformed-json');
  await check.create(cutOff);
  await check.create(withoutKey, noCredential);
  return session;
}

export const look = (session: StoreSession, status: 400 | 401 = 400) =>
  reasonOf(
    refusedCreationsStayUnseen(
      session.check(status === 400 ? 'create/refused-without-effect' : 'auth/refused-without-effect'),
      status,
    ),
  );

/** The animals, and others up to that many. */
export const many = (count: number, pets: StoreSession['store']['pets']) => [
  ...pets,
  ...Array.from({ length: count - pets.length }, (_, index) => ({
    id: 5001 + index,
    name: 'Tom',
    categoryId: 1,
    status: 'pending',
  })),
];
