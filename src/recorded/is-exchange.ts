import type { Exchange } from '../exchange/exchange.ts';
import { compiledSchema } from '../json/compiled-schema.ts';
import { isUsableTime } from './recorded-clock.ts';

/**
 * Whether a value has every member of an exchange that this program reads: anyone may have edited a journal. The schema
 * of a report requires `bodyCut`, which a journal lacks, and omits `unsolicited`.
 */
export function isExchange(value: unknown): value is Exchange {
  return (
    typeof value === 'object' &&
    compiledSchema('report.schema.json#/$defs/exchange')({ bodyCut: 0, ...value }) &&
    areUnsolicited(Reflect.get(Object(value), 'unsolicited') ?? []) &&
    isUsableTime(Date.parse((value as Exchange).startedAt))
  );
}

function areUnsolicited(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((bytes) => {
      const { connection, after, idleMs, beginning } = Object(bytes);
      const figures = [connection, after ?? 0, idleMs];
      return figures.every((figure) => typeof figure === 'number') && typeof beginning === 'string';
    })
  );
}
