import type { Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { bearer, type Credential, listPets, quotaKeyShownAs } from '../target/api-request.ts';
import type { Target } from '../target/target.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { good, note, problem } from './preflight-steps.ts';
import type { RunOptions } from './run-options.ts';

/** Tries each key besides that of the run with one request: whether it is what the user says that it is. */
export async function examineKeys(
  target: Target,
  { quotaKeys, revokedKey, planLimits }: RunOptions,
  tell: (step: PreflightStep) => void,
): Promise<void> {
  for (const [index, { plan, key }] of quotaKeys.entries()) {
    const number = index + 1;
    const exchange = await asked(target, bearer(key, `quota-key-${number}`, quotaKeyShownAs(number)));
    const sold = planLimits[plan]?.perMinute;
    tell(quotaKeyStep(`quota-key ${number}`, exchange, `the plan ${plan}`, sold));
  }
  if (revokedKey !== null) {
    const exchange = await asked(target, bearer(revokedKey, 'revoked-key', '$ANIMAL_STORE_REVOKED_KEY'));
    tell(revokedKeyStep('revoked-key', exchange));
  }
}

function asked(target: Target, credential: Credential): Promise<Exchange> {
  return target.send(listPets({ limit: 1 }, credential), 'preflight');
}

/** @param sold the limit of the plan in requests per minute, if known */
function quotaKeyStep(
  name: string,
  exchange: Exchange,
  plan: string,
  sold: number | undefined,
): PreflightStep {
  const status = exchange.response?.status;
  if (status === 401 || status === 403) {
    return problem(
      name,
      `this key of ${plan} is refused: GET /pets returned ${status}`,
      'pass a key that is valid in this environment with --quota-key or ANIMAL_STORE_QUOTA_KEYS',
    );
  }
  if (status === 429) {
    return note(
      name,
      `the quota of this key of ${plan} is used up: a measurement waits for the next minute`,
      'use a dedicated key',
    );
  }
  const announced = headerValue(exchange.response?.headers ?? [], 'X-RateLimit-Limit') ?? '';
  if (sold !== undefined && announced !== '' && announced !== String(sold)) {
    return note(
      name,
      `X-RateLimit-Limit is ${announced.slice(0, 20)}, and ${plan} has ${sold} requests per minute`,
      'check the plan of the key, or pass its limits with --plan-limit',
    );
  }
  const isKnown = sold !== undefined && announced !== '';
  return answered(
    name,
    exchange,
    isKnown ? `accepted, ${plan}` : `accepted; whether it is of ${plan} is not known`,
  );
}

function revokedKeyStep(name: string, exchange: Exchange): PreflightStep {
  const status = exchange.response?.status;
  if (status === 401) {
    return good(name, 'refused, as required');
  }
  if (status === 403) {
    return note(
      name,
      'this key is refused with 403 instead of 401: a run reports that as a violation',
      'check that the service itself returns 403, not a gateway in front of it',
    );
  }
  return status === 200
    ? note(
        name,
        'this key is accepted: a run reports that as a violation',
        'check that it was revoked in this environment',
      )
    : answered(name, exchange, null);
}

/** @param accepted the text for a 200, or `null` */
function answered(name: string, exchange: Exchange, accepted: string | null): PreflightStep {
  const status = exchange.response?.status;
  if (status === 200 && accepted !== null) {
    return good(name, accepted);
  }
  return note(
    name,
    exchange.failure?.detail ?? `GET /pets returned ${status}`,
    'run doctor again; a run reports statuses that change',
  );
}
