import type { Exchange } from '../exchange/exchange.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { misfit } from '../json/published-schema.ts';

/**
 * Whether the service itself responded, rather than a proxy in front of it: a 2xx with JSON, or an `Error` that says
 * that an animal does not exist. A web page with status 200, as of a maintenance, is no response of the service.
 */
export function isServed({ request, response, failure }: Exchange): boolean {
  if (response === null || failure !== null) {
    return false;
  }
  const json = jsonValue(response);
  if (response.status >= 200 && response.status < 300) {
    return json !== undefined;
  }
  const isReading = request.method === 'GET' && /^\/pets\/[^/?]+$/.test(request.target);
  return isReading && response.status === 404 && json !== undefined && misfit(json, 'error') === null;
}
