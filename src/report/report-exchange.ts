import { bisectLeft, bisectRight } from 'd3-array';
import type { Exchange, Operation, RecordedResponse } from '../exchange/exchange.ts';
import { shortHeaders } from '../exchange/headers.ts';
import { operationOf } from '../exchange/request-description.ts';
import { groupedBy } from '../grouped-by.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { OperationCount, ReportExchange, ReportExchanges } from './report.ts';
import { type CutText, cutText } from './words.ts';

/**
 * The maximum length of a response body in a report, in characters: enough for a hundred animals, and not too much if
 * every response has megabytes.
 */
const longestReportBody = 32_768;
/** The bounds of header fields in a report, and of places that repeat a key. */
const longestReportHead = { fields: 100, characters: 8_192 };
const echoesShown = 20;

/** An exchange as a report keeps it. */
export function reportExchange({ unsolicited: _, ...exchange }: Exchange): ReportExchange {
  const { response } = exchange;
  const body = flatCut(response?.body ?? '');
  return {
    ...exchange,
    response: response === null ? null : reportResponse(response, body.text),
    bodyCut: body.cut + missingFrom(response),
  };
}

/** The approximate number of characters of a body that the record omits. */
function missingFrom(response: RecordedResponse | null): number {
  return response?.bodyDigest === undefined ? 0 : Math.max(1, response.bodyBytes - response.body.length);
}

/** Cuts a body as a copy, because a slice would keep the whole string in memory. */
function flatCut(body: string): CutText {
  const { text, cut } = cutText(body, longestReportBody);
  return { text: cut === 0 ? text : Buffer.from(text, 'utf16le').toString('utf16le'), cut };
}

function reportResponse(response: RecordedResponse, body: string): RecordedResponse {
  return {
    ...response,
    ...shortHeaders(response, longestReportHead),
    body,
    secretsEchoedIn: response.secretsEchoedIn.slice(-echoesShown),
  };
}

/** An event with no more of an exchange than a report keeps. */
export type LightEvent =
  | Exclude<RunEvent, { type: 'exchange' }>
  | { readonly type: 'exchange'; readonly exchange: ReportExchange; readonly touched: readonly string[] };

/** Drops the parts of an event that no report keeps, so that runs with large bodies fit into memory. */
export function lightEvent(event: RunEvent): LightEvent {
  return event.type === 'exchange'
    ? { type: 'exchange', exchange: reportExchange(event.exchange), touched: event.touched }
    : event;
}

const operations: readonly (Operation | null)[] = ['listPets', 'createPet', 'getPet', null];

export function operationCounts(numbers: Iterable<number>, exchanges: ReportExchanges): OperationCount[] {
  const known = [...numbers].flatMap((number) => exchanges.get(number) ?? []);
  const groups = groupedBy(known, operationOfExchange);
  return operations.flatMap((operation) => {
    const count = groups.get(operation)?.length;
    return count === undefined ? [] : [{ operation, exchanges: count }];
  });
}

/** The operation of an exchange, or `null`, also if it was not recorded. */
export function operationOfNumber(number: number, exchanges: ReportExchanges): Operation | null {
  const exchange = exchanges.get(number);
  return exchange === undefined ? null : operationOfExchange(exchange);
}

/** The operation of an exchange, whatever its query. */
function operationOfExchange({ request }: ReportExchange): Operation | null {
  return operationOf(request.method, request.target);
}

/**
 * The number of requests in flight during each exchange, itself included, by the number of the exchange. Exchanges that follow each
 * other have 1; requests that were sent again count only once.
 */
export function requestsAtOnce(exchanges: ReportExchanges): ReadonlyMap<number, number> {
  const all = [...exchanges.values()].filter(({ retryOf }) => retryOf === undefined);
  const starts = all.map(({ sentAtMs }) => sentAtMs).sort((left, right) => left - right);
  const ends = all.map(({ finishedAtMs }) => finishedAtMs).sort((left, right) => left - right);
  return new Map(
    all.map(({ number, sentAtMs, finishedAtMs }) => [
      number,
      Math.max(1, bisectLeft(starts, finishedAtMs) - bisectRight(ends, sentAtMs)),
    ]),
  );
}
