import type { HeaderList } from '../exchange/exchange.ts';

/** Fields that come on about every answer and that no server lists in Access-Control-Expose-Headers. */
const neverExposed = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'date',
  'keep-alive',
  'server',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'via',
]);

/**
 * Whether a recorded answer shows fields that a browser keeps from the scripts of other origins (Fetch, section
 * "CORS-exposed header-name list"): then whoever recorded it saw all of its fields, and one that is not there was not
 * sent. A script that records what it may read can't tell that.
 */
export function showsAllFields(headers: HeaderList): boolean {
  return headers.some(([name]) => neverExposed.has(name.toLowerCase()));
}
