import { startReferenceImplementation } from '../../../reference-impl/index.ts';
import { anchoredWindow } from '../../../reference-impl/quota-kinds/anchored-window.ts';
import { createRateLimiter } from '../../../reference-impl/rate-limiter.ts';
import type { RunOptions } from '../../suite/run-options.ts';

export interface ReferenceTarget {
  /** The options of the run, completed by those that the target sets itself. */
  readonly options: RunOptions;
  close(): Promise<void>;
}

/**
 * Starts the reference implementation, to which the run's quota keys were issued. Its windows begin with the first
 * request of a key. Of a window by the clock, whose end is announced to the second, a minute of 2 s leaves 0.6 s: too
 * little to wait for `Retry-After`.
 */
export async function startReferenceTarget(options: RunOptions): Promise<ReferenceTarget> {
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
