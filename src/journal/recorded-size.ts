import { createHash } from 'node:crypto';
import type { RunEvent } from '../verdict/run-event.ts';

/**
 * Bytes of a journal in which responses' bodies are kept whole. A HAR is made of it and is no larger, so both together
 * stay below 100 MB, but for a run of very many exchanges.
 */
export const wholeBodiesBytes = 40_000_000;
/** Characters that are kept of each body beyond. */
const keptCharacters = 1_024;

type RecordedResponse = NonNullable<Extract<RunEvent, { type: 'exchange' }>['exchange']['response']>;

/** An event as a journal keeps it that holds more than `wholeBodiesBytes`. */
export function withShortBody(event: RunEvent): RunEvent {
  if (event.type !== 'exchange' || event.exchange.response === null) {
    return event;
  }
  const { response } = event.exchange;
  return response.body.length <= keptCharacters
    ? event
    : { ...event, exchange: { ...event.exchange, response: shortened(response) } };
}

function shortened(response: RecordedResponse): RecordedResponse {
  const digest = createHash('sha256').update(response.body).digest('hex');
  const body = response.body.slice(0, keptCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return { ...response, body, bodyDigest: `sha256:${digest}` };
}
