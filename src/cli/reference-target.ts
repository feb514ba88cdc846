import { startReferenceImplementation } from '../../reference-impl/index.ts';
import type { RunOptions } from '../runner/run-options.ts';

/** The reference implementation as the target of a run. */
export interface ReferenceTarget {
  /** What the run was asked for, with all that the target answers for itself. */
  readonly options: RunOptions;
  close(): Promise<void>;
}

/** Starts the reference implementation, to which the run's quota keys were issued. */
export async function startReferenceTarget(options: RunOptions): Promise<ReferenceTarget> {
  const issued = options.quotaKeys.map((quotaKey) => ({ ...quotaKey, revoked: false }));
  const { baseUrl, keys, revokedKey, close } = await startReferenceImplementation({
    plans: options.planLimits,
    minuteMs: options.minuteMs,
    dayMs: options.dayMs,
    decorate: (parts) => ({
      ...parts,
      issuedKeys: [...parts.issuedKeys, ...issued],
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
