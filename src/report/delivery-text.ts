import { numberText } from './number-text.ts';
import type { Report, ReportDelivery } from './report.ts';

type Counts = ReportDelivery['byOperation'][number];

const words = [
  ['dropped', 'dropped'],
  ['truncated', 'truncated'],
  ['timedOut', 'timed out'],
  ['undecodable', 'undecodable'],
  ['retried', 'retried on a new connection'],
] as const satisfies readonly (readonly [keyof Counts, string])[];

/** What the transport lost, an operation each: `listPets: 3 dropped, 2 retried on a new connection`. */
export function deliveryTexts({ delivery }: Report): string[] {
  return delivery.byOperation.map((counts) => {
    const parts = words.flatMap(([name, word]) =>
      counts[name] === 0 ? [] : [`${numberText(counts[name])} ${word}`],
    );
    return `${counts.operation ?? 'other requests'}: ${parts.join(', ')}`;
  });
}
