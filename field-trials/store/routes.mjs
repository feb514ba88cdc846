import { composeParts } from '../../dist/reference-impl/compose-parts.js';
import { createRequestListener } from '../../dist/reference-impl/request-listener.js';
import { plans } from './account.mjs';

/** The operations of a conforming store, without a limiter: that is what stands in front. */
export function storeRoutes() {
  const issued = [...plans].map(([key, plan]) => ({ key, plan, revoked: false }));
  const unlimited = { admitted: true, limit: 0, remaining: 0, resetsAt: 0, nextAt: 0 };
  return createRequestListener({
    ...composeParts({}, issued),
    takeAllowance: async () => unlimited,
    showAllowance: () => ({}),
  });
}
