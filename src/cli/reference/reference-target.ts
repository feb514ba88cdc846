import { startReferenceImplementation } from '../../../reference-impl/index.ts';
import { anchoredWindow } from '../../../reference-impl/quota.ts';
import { createRateLimiter } from '../../../reference-impl/rate-limiter.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import type { Started } from './on-target.ts';

/**
 * Starts the reference implementation with the quota keys of the run. Its windows begin with the first request of a key:
 * windows aligned to the clock, in a minute of 2 s, may leave too little time to wait for `Retry-After`.
 */
export async function startReferenceTarget(options: RunOptions): Promise<Started<RunOptions>> {
  const issued = options.quotaKeys.map((quotaKey) => ({ ...quotaKey, revoked: false }));
  const { baseUrl, keys, revokedKey, close } = await startReferenceImplementation({
    plans: options.planLimits,
    minuteMs: options.minuteMs,
    dayMs: options.dayMs,
    decorate: (parts) => ({
      ...parts,
      issuedKeys: [...parts.issuedKeys, ...issued],
      takeAllowance: createRateLimiter(parts.rateSettings, parts.clock, anchoredWindow),
      findKey: (token) => issued.find(({ key }) => key === token) ?? parts.findKey(token),
    }),
  });
  return {
    options: {
      ...options,
      baseUrl,
      apiKey: keys[options.plan ?? 'enterprise'],
      revokedKey,
    },
    close,
  };
}
