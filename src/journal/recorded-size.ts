import { createHash } from 'node:crypto';
import type { Exchange, RecordedResponse } from '../exchange/exchange.ts';
import { shortHeaders } from '../exchange/headers.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/**
 * The first bytes of a journal, and of a HAR, in which responses are kept whole. Both together stay below 100 MB,
 * except in runs of very many exchanges.
 */
export const wholeBodiesBytes = 40_000_000;
/** The parts of a response to keep beyond that: characters of its body, header fields, and places that repeat a key. */
const keptCharacters = 1_024;
const keptHeaders = { fields: 50, characters: 2_048 };
const keptEchoes = 20;

/** An event as a journal keeps it that holds more than `wholeBodiesBytes`. */
export function shortEvent(event: RunEvent): RunEvent {
  return event.type === 'exchange' ? { ...event, exchange: shortExchange(event.exchange) } : event;
}

export function shortExchange(exchange: Exchange): Exchange {
  const { response } = exchange;
  return response === null
    ? exchange
    : { ...exchange, response: { ...response, ...shortHead(response), ...shortBody(response) } };
}

function shortHead(response: RecordedResponse): Partial<RecordedResponse> {
  return {
    ...shortHeaders(response, keptHeaders),
    secretsEchoedIn: response.secretsEchoedIn.slice(-keptEchoes),
  };
}

function shortBody({ body, bodyDigest }: RecordedResponse): Partial<RecordedResponse> {
  if (body.length <= keptCharacters || bodyDigest !== undefined) {
    return {};
  }
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    body: body.slice(0, keptCharacters).replace(/[\uD800-\uDBFF]$/, ''),
    bodyDigest: `sha256:${digest}`,
  };
}
