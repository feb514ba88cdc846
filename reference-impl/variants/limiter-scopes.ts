import type { Allowance, ApiRequest, Parts } from '../parts.ts';
import { tooManyRequests } from '../problem.ts';
import { fixedWindow } from '../quota.ts';
import { createKeyQuotas, limitBy } from '../rate-limiter.ts';
import type { VariantRows } from './variant.ts';

/** Counts a request when it arrives, and gives it back if it fails, as limiters do that skip failed requests. */
function countingServed({ rateSettings, clock, handle }: Parts): Partial<Parts> {
  const quotasOf = createKeyQuotas(rateSettings);
  return {
    takeAllowance: limitBy(quotasOf, clock),
    async handle(request, parts) {
      const counted: (() => void)[] = [];
      const takeAllowance: Parts['takeAllowance'] = async (key) => {
        const countedAt = clock.now();
        const allowance = await parts.takeAllowance(key);
        if (key !== null && allowance.admitted) {
          counted.push(() => quotasOf(key).giveBack(countedAt));
        }
        return allowance;
      };
      const answer = await handle(request, { ...parts, takeAllowance });
      if (answer.status < 400) {
        return answer;
      }
      for (const giveBack of counted) {
        giveBack();
      }
      const remaining = answer.allowance.remaining + counted.length;
      return { ...answer, allowance: { ...answer.allowance, remaining } };
    },
  };
}

/** So short that a run which has to wait for its end is not long. */
const badKeysWindowMs = 5_000;

/** Counts the callers without a valid key, all of one address together. */
function limitingBadKeys({ clock, takeAllowance, handle }: Parts): Partial<Parts> {
  const quota = fixedWindow(30, badKeysWindowMs);
  const anonymous = async (): Promise<Allowance> => {
    const now = clock.now();
    const admitted = quota.state(now).remaining > 0;
    if (admitted) {
      quota.count(now);
    }
    return { admitted, ...quota.state(now) };
  };
  return {
    takeAllowance: (key) => (key === null ? anonymous() : takeAllowance(key)),
    async handle(request: ApiRequest, parts: Parts) {
      const answer = await handle(request, parts);
      if (answer.allowance.admitted || answer.status !== 401) {
        return answer;
      }
      const seconds = Math.max(1, Math.ceil((answer.allowance.nextAt - clock.now()) / 1_000));
      return { ...answer, ...parts.showProblem(tooManyRequests(seconds), request) };
    },
  };
}

export const limiterScopes: VariantRows = {
  'refusals-not-counted': countingServed,
  'zeros-for-strangers': ({ takeAllowance }) => ({
    takeAllowance: async (key) => {
      const allowance = await takeAllowance(key);
      return key === null ? { ...allowance, limit: 0, remaining: 0 } : allowance;
    },
  }),
  // Thirty requests with invalid keys in five seconds return 401; further ones return 429.
  'bad-keys-limited': limitingBadKeys,
};
