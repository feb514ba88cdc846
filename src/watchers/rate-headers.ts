import type { RateFields } from '../exchange/rate-fields.ts';
import type { Deviation } from '../verdict/finding.ts';
import { quoted } from './quoted.ts';
import type { Notes, Rule, WatchContext } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const present = 'rate/headers-present';
const wellFormed = 'rate/headers-well-formed';

/** rate/headers-present and rate/headers-well-formed. */
export function judgeRateHeaders(watched: WatchedExchange, notes: Notes): void {
  if (watched.response === null || !owesRateHeaders(watched)) {
    return;
  }
  const { status } = watched.response;
  notes.judge(present, absence(watched.rate, status));
  const { limit, remaining } = watched.rate;
  if (limit.length > 0 || remaining.length > 0) {
    const noCaller = isForNoCaller(watched);
    const isEvidence = !noCaller && limit.length > 0 && remaining.length > 0;
    notes.judge(wellFormed, malformation(watched.rate, noCaller), { isEvidence });
  }
}

/**
 * Whether a response is one that "every API response" means: those of the three operations, 2xx, 400, 401, 404 and
 * 429 alike. Not what an HTTP stack or a proxy may answer by itself, nor an unknown path; a malformed id may be one.
 */
export function owesRateHeaders({ request, response }: WatchedExchange): boolean {
  const isOfNoOperation =
    request.operation === null || (request.operation === 'getPet' && request.petId === null);
  if (response === null || isOfNoOperation) {
    return false;
  }
  const { status } = response;
  if (request.unusual) {
    // Nothing in front of the service creates animals.
    return request.operation === 'createPet' && status === 201;
  }
  return (
    (status >= 200 && status < 300) || status === 400 || status === 401 || status === 404 || status === 429
  );
}

/** Whether a response is for a caller without a known key, whose rate-limit fields are those of no plan. */
export function isForNoCaller({ exchange, response }: WatchedExchange): boolean {
  const { credential } = exchange.request;
  const hasCaller = credential === 'api-key' || credential.startsWith('quota-key');
  return response?.status === 401 || !hasCaller;
}

function absence(fields: RateFields, status: number): Deviation | null {
  if (fields.limit.length > 0 && fields.remaining.length > 0 && fields.reset.length > 0) {
    return null;
  }
  const absent = [
    fields.limit.length === 0 ? 'X-RateLimit-Limit' : '',
    fields.remaining.length === 0 ? 'X-RateLimit-Remaining' : '',
    fields.reset.length === 0 ? 'X-RateLimit-Reset' : '',
  ].filter((name) => name !== '');
  return {
    kind: `${absent.join('+')} absent on ${status}`,
    message: `A ${status} response lacks ${absent.join(', ')}`,
    expected: 'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset on every response',
    actual: `no ${absent.join(', no ')}`,
  };
}

function malformation(fields: RateFields, noCaller: boolean): Deviation | null {
  const { limitFigure: limit, remainingFigure: remaining } = fields;
  if (fields.limit.length > 1 || (fields.limit.length > 0 && limit === null)) {
    return notWhole('X-RateLimit-Limit', fields.limit);
  }
  if (fields.remaining.length > 1 || (fields.remaining.length > 0 && remaining === null)) {
    return notWhole('X-RateLimit-Remaining', fields.remaining);
  }
  if (noCaller) {
    return null;
  }
  if (limit === 0) {
    return {
      kind: 'limit-zero',
      message: 'X-RateLimit-Limit is 0',
      expected: 'a limit above 0',
      actual: 'X-RateLimit-Limit: 0',
    };
  }
  return limit !== null && remaining !== null && remaining > limit
    ? {
        kind: 'remaining-above-limit',
        message: 'X-RateLimit-Remaining is above X-RateLimit-Limit',
        expected: `from 0 to ${limit}`,
        actual: `X-RateLimit-Remaining: ${remaining}, X-RateLimit-Limit: ${limit}`,
      }
    : null;
}

function notWhole(name: string, values: readonly string[]): Deviation {
  return values.length > 1
    ? {
        kind: `${name} repeated`,
        message: `${name} appears ${values.length} times`,
        expected: 'one whole number',
        actual: values.map(quoted).join(', ').slice(0, 300),
      }
    : {
        kind: `${name} not-whole`,
        message: `${name} is not a whole number`,
        expected: 'a whole number',
        actual: `${name}: ${quoted(values[0] ?? '')}`,
      };
}

const id = 'rate/limit-matches-plan';

/** rate/limit-matches-plan: `Limit` is the limit of the key's plan, per minute or per day. */
export function planLimitRule({ planLimit }: WatchContext): Rule {
  return (watched, notes) => {
    const limit = watched.rate.limitFigure;
    if (planLimit === null || limit === null || limit === 0 || !owesRateHeaders(watched)) {
      return;
    }
    if (watched.exchange.request.credential !== 'api-key' || isForNoCaller(watched)) {
      return;
    }
    const { perMinute, perDay } = planLimit;
    notes.judge(
      id,
      limit === perMinute || limit === perDay
        ? null
        : {
            kind: 'other-limit',
            message: "X-RateLimit-Limit is not a limit of the key's plan",
            expected: `${perMinute} (per minute) or ${perDay} (per day)`,
            actual: `X-RateLimit-Limit: ${limit}`,
          },
    );
  };
}
