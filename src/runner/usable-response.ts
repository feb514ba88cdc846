import type { Exchange } from '../exchange/exchange.ts';
import { isJsonObject } from '../json/exact-json.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { answerOf, summariseBriefly } from './answer.ts';

/** The problem to report if no response was a list of animals or a created animal; otherwise `null`. */
export function withoutUsableResponse(exchanges: readonly Exchange[]): PreflightStep | null {
  if (exchanges.some(isUsable)) {
    return null;
  }
  const first = new Map(exchanges.map((exchange) => [operationOf(exchange), exchange] as const).reverse());
  const received = [...first]
    .reverse()
    .map(([operation, exchange]) => `${operation} returned ${summariseBriefly(exchange)}`);
  return {
    name: 'responses',
    outcome: 'problem',
    text: `no usable response: ${received.join('; ')}`,
    remedy: 'no list and no creation worked: check the service and any gateway or proxy in front of it',
  };
}

/** The run reports faults within an animal. Here any object counts as one. */
function isUsable(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  return exchange.request.method === 'POST'
    ? answer?.status === 201 && isJsonObject(answer.json)
    : answer?.status === 200 && Array.isArray(answer.json) && answer.json.every(isJsonObject);
}

function operationOf({ request }: Exchange): string {
  return `${request.method} ${request.target.split('?', 1)[0]}${request.credential === 'none' ? ' without a key' : ''}`;
}
