import type { Exchange } from '../exchange/exchange.ts';
import type { Session } from '../suite/session.ts';
import { bearer, listPets } from '../target/api-request.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';
import { acrossCheck } from './across-animals.ts';
import type { AcrossQuota } from './across-quota.ts';

/** Whether the keys that were accepted before a command still are, and the revoked one is not. */
export async function credentialPromises(
  session: Session,
  quotas: readonly AcrossQuota[],
): Promise<AcrossPromise[]> {
  return [await validKeys(session, quotas), await revokedKey(session)];
}

async function validKeys(session: Session, quotas: readonly AcrossQuota[]): Promise<AcrossPromise> {
  const requirement = 'auth/valid-key-accepted';
  await session.target.send(listPets({ limit: 1 }, session.key), acrossCheck);
  for (const quota of quotas) {
    const exchange = await quota.refusal();
    if (exchange !== null) {
      session.report({
        requirement,
        kind: 'quota-key-refused',
        message: 'A key that was served before a restart or deployment returned 401 after it',
        expected: 'any status but 401',
        actual: '401',
        exchange,
        related: [],
      });
    }
  }
  const violated = session.findingsOf(requirement).length > 0;
  const text = violated ? 'a valid key returned 401' : 'the keys are accepted as before';
  return { requirement, outcome: violated ? 'violated' : 'held', text };
}

async function revokedKey(session: Session): Promise<AcrossPromise> {
  const requirement = 'auth/revoked-key';
  const { revokedKey: key } = session.options;
  if (key === null) {
    return { requirement, outcome: 'untested', text: 'pass `--revoked-key KEY` to test this' };
  }
  const credential = bearer(key, 'revoked-key', '$ANIMAL_STORE_REVOKED_KEY');
  const send = () => session.target.send(listPets({ limit: 1 }, credential), acrossCheck, { fresh: true });
  const first = await send();
  // A connection that is out of step would look so, too.
  const isAccepted = isServed(first) && isServed(await send());
  if (isAccepted) {
    session.report({
      requirement,
      kind: 'accepted-again',
      message: 'The revoked key is accepted after a restart or deployment',
      expected: '401 with an Error body',
      actual: String(first.response?.status),
      exchange: first.number,
      related: [],
    });
    return { requirement, outcome: 'violated', text: 'the revoked key is accepted' };
  }
  return first.response?.status === 401
    ? { requirement, outcome: 'held', text: 'the revoked key is still refused' }
    : {
        requirement,
        outcome: 'untested',
        text: `the revoked key returned ${first.response?.status ?? 'no response'}`,
      };
}

function isServed({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 200 && status < 300;
}
