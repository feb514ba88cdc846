import { describe, expect, it } from 'vitest';
import { skipWhereRemoved } from '../../src/suite/removed-operation.ts';
import { reasonOf, storeSession, type Twist } from '../suites/steps/small-store.ts';

const day = 24 * 60 * 60 * 1000;
const removal = Date.UTC(2030, 11, 5);

/** What becomes of a check of getPet at that time by our clock, for a service with a clock of its own. */
async function outcome(now: number, twist: Twist, animals = 1) {
  const session = await storeSession(twist);
  for (let count = 0; count < animals; count += 1) {
    session.store.add('Rex');
  }
  const { now: realNow } = Date;
  Date.now = () => now;
  const reason = await reasonOf(skipWhereRemoved(session.check('get/id-matches')));
  Date.now = realNow;
  // What a response lacks besides is asked for again, on a fresh connection.
  return { reason: reason.split(':')[0], asked: [...new Set(session.asked())] };
}

const answering =
  (status: number, time?: number): Twist =>
  ({ target }, store) =>
    target === '/pets/1'
      ? { status }
      : time === undefined
        ? undefined
        : {
            status: 200,
            body: JSON.stringify(store.pets),
            headers: { Date: new Date(time).toUTCString() },
          };

describe('the deprecated operation', () => {
  it('is not asked for before its last day', async () => {
    expect(await outcome(removal - day - 1, answering(404))).toEqual({ reason: 'a verdict', asked: [] });
  });

  it.each([
    [404, 'Skipped'],
    [410, 'Skipped'],
    [200, 'a verdict'],
    [401, 'a verdict'],
  ])('that is answered %i from then on: %s', async (status, reason) => {
    const asked = ['GET /pets?limit=1', 'GET /pets/1'];
    expect(await outcome(removal - day, answering(status, removal))).toEqual({ reason, asked });
  });

  it('is gone too early where the service has not come to that day', async () => {
    expect((await outcome(removal + day, answering(404, removal - 1000))).reason).toBe('a verdict');
    expect((await outcome(removal - 1000, answering(404, removal))).reason).toBe('Skipped');
  });

  it('goes by our clock where the service shows none', async () => {
    const undated: Twist = ({ target }, store) =>
      target === '/pets/1'
        ? { status: 404 }
        : { status: 200, body: JSON.stringify(store.pets), headers: { Date: 'now' } };
    expect((await outcome(removal - 1, undated)).reason).toBe('a verdict');
    expect((await outcome(removal, undated)).reason).toBe('Skipped');
  });

  it('can not be tried where the list shows no animal, or is none', async () => {
    const asked = ['GET /pets?limit=1'];
    expect(await outcome(removal, answering(404), 0)).toEqual({ reason: 'a verdict', asked });
    expect(await outcome(removal, () => ({ status: 500, body: '{}' }))).toEqual({
      reason: 'a verdict',
      asked,
    });
  });
});
