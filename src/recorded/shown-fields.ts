import type { Exchange, HeaderList } from '../exchange/exchange.ts';

/**
 * Fields that come on many answers and that no server lists in Access-Control-Expose-Headers. Not among them: `Date`,
 * `Server` and `Vary`, which are listed there by servers of Google.
 */
const neverExposed = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'keep-alive',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'via',
]);
const neverNamed = new Set([':authority']);

/**
 * Whether whoever recorded an exchange saw all fields of its answer, so that one that is not there was not sent: those
 * that a browser keeps from the scripts of other origins (Fetch, section "CORS-exposed header-name list"), or those of
 * an HTTP/2 request that no script can name. A script that records what it may read can't tell that.
 */
export function showsAllFields({ request, response }: Exchange): boolean {
  return shows(response?.headers ?? [], neverExposed) || shows(request.headers, neverNamed);
}

function shows(headers: HeaderList, names: ReadonlySet<string>): boolean {
  return headers.some(([name]) => names.has(name.toLowerCase()));
}
