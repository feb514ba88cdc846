import { DeliveryTally } from '../exchange/delivery-tally.ts';
import type { ReportDelivery } from './report.ts';
import type { RunRecord } from './run-record.ts';

/** How often requests brought no whole response, or were sent again by themselves, by operation. */
export function deliveryOf({ exchanges }: RunRecord): ReportDelivery {
  const tally = new DeliveryTally();
  for (const exchange of exchanges.values()) {
    tally.see(exchange);
  }
  return {
    unreadable: tally.unreadable,
    byOperation: [...tally.byOperation].map(([operation, counts]) => ({
      operation: operation === 'other' ? null : operation,
      ...counts,
    })),
  };
}
