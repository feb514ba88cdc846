import type { Exchange } from '../exchange/exchange.ts';
import { isJsonObject } from '../json/exact-json.ts';
import { cutText } from '../report/cut-text.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { answerOf, summarise } from './answer.ts';

/** The problem to report if no response was a list of animals or a created animal; otherwise `null`. */
export function withoutUsableResponse(exchanges: readonly Exchange[]): PreflightStep | null {
  if (exchanges.some(isUsable)) {
    return null;
  }
  const first = new Map(exchanges.map((exchange) => [operationOf(exchange), exchange] as const).reverse());
  const received = [...first]
    .reverse()
    .map(([operation, exchange]) => `${operation} returned ${inShort(exchange)}`);
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

function inShort(exchange: Exchange): string {
  const { text, cut } = cutText(summarise(exchange), 100);
  return cut === 0 ? text : `${text}…`;
}
