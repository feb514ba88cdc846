import type { Operation } from '../../../../src/exchange/exchange.ts';
import type { Limiter, Outlook } from '../limiters/limiter.ts';

/** How a service writes its header fields. */
export interface Writing {
  /** Brings the seconds of `Reset` to a whole number. */
  readonly wholeReset: (seconds: number) => number;
  readonly retryAfter: 'seconds' | 'date';
}

/** What a limiter decided, before it was written down. */
export interface Ruling {
  readonly request: ServiceRequest;
  readonly admitted: boolean;
  readonly outlook: Outlook;
}

/** What a service is made of; what isn't said is done right. */
export interface LimitedServiceOptions {
  /** A counter that nobody has used; there is one for each name that `counterOf` gives. */
  readonly begin: (counter: string | number) => Limiter;
  readonly counterOf?: (request: ServiceRequest) => string | number;
  readonly writing?: Writing;
  /** Whether requests for an animal that isn't there draw on the quota (true). */
  readonly countsMissing?: boolean;
  /** Makes of an honest answer the one that is sent. */
  readonly falsify?: (answer: ServiceAnswer, ruling: Ruling) => ServiceAnswer;
}

const plainWriting: Writing = { wholeReset: Math.ceil, retryAfter: 'seconds' };

/** A service that asks a limiter and tells what it said in the documented header fields. */
export function limitedService({
  begin,
  counterOf = ({ key }) => key,
  writing = plainWriting,
  countsMissing = true,
  falsify = (answer) => answer,
}: LimitedServiceOptions): Service {
  const counters = new Map<string | number, Limiter>();
  return (request) => {
    const name = counterOf(request);
    const limiter = counters.get(name) ?? begin(name);
    counters.set(name, limiter);
    const admitted = limiter.admits(request.atMs);
    if (!admitted) {
      limiter.refuse(request.atMs);
    } else if (!request.missing || countsMissing) {
      limiter.charge(request.atMs);
    }
    const ruling: Ruling = { request, admitted, outlook: limiter.outlook(request.atMs) };
    return falsify(honestAnswer(ruling, writing), ruling);
  };
}

function honestAnswer({ request, admitted, outlook }: Ruling, writing: Writing): ServiceAnswer {
  return {
    status: admitted ? servedStatus(request) : 429,
    limit: String(outlook.limit),
    remaining: String(outlook.remaining),
    reset: String(writing.wholeReset(outlook.resetMs / 1000)),
    retryAfter: admitted ? null : retryAfter(request.atMs, outlook.retryMs, writing),
    addsAnimal: admitted && request.operation === 'createPet',
  };
}

function servedStatus(request: ServiceRequest): number {
  if (request.missing) {
    return 404;
  }
  return request.operation === 'createPet' ? 201 : 200;
}

function retryAfter(nowMs: number, retryMs: number, writing: Writing): string {
  return writing.retryAfter === 'date'
    ? new Date(Math.ceil(retryMs / 1000) * 1000).toUTCString()
    : String(Math.max(1, Math.ceil((retryMs - nowMs) / 1000)));
}

/** A request as the limiter of a simulated service receives it. */
export interface ServiceRequest {
  /** N of `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly connection: number;
  readonly operation: Operation;
  /** Whether it asks for an animal that isn't there. */
  readonly missing: boolean;
  /** The place that sent it, from 1 on; absent or 0 for the run itself. */
  readonly place?: number;
  /** When it is decided on, by the server's clock, in ms since 1970. */
  readonly atMs: number;
}

/** The status and the header fields of a response, as sent. */
export interface ServiceAnswer {
  readonly status: number;
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
  readonly retryAfter: string | null;
  /** Whether the request added an animal, whatever its answer says. */
  readonly addsAnimal: boolean;
}

/** Answers requests; their times never decrease from call to call. */
export type Service = (request: ServiceRequest) => ServiceAnswer;

/** Makes of an honest answer the one that is sent. */
export type Falsify = (answer: ServiceAnswer, ruling: Ruling) => ServiceAnswer;

/** Another status where 429 is due. */
export const refusedWith =
  (status: number): Falsify =>
  (answer) =>
    answer.status === 429 ? { ...answer, status } : answer;

/** `Retry-After` made of the ms that are left and of the moment at which they end; `null` for none. */
export const retryAfterAs =
  (write: (leftMs: number, endMs: number) => string | null): Falsify =>
  (answer, { request, outlook }) =>
    answer.retryAfter === null
      ? answer
      : { ...answer, retryAfter: write(outlook.retryMs - request.atMs, outlook.retryMs) };

/** `Reset` made of the moment in ms and of the present one. */
export const resetAs =
  (write: (resetMs: number, nowMs: number) => number): Falsify =>
  (answer, { request, outlook }) => ({ ...answer, reset: String(write(outlook.resetMs, request.atMs)) });

/** `Reset` as it was first, for good. */
export function resetThatNeverMoves(): Falsify {
  const first = new Map<number, string>();
  return (answer, { request }) => {
    const reset = first.get(request.key) ?? answer.reset;
    first.set(request.key, reset);
    return { ...answer, reset };
  };
}

/** `Remaining` of admitted requests. */
export const remainingAs =
  (write: (remaining: number, limit: number) => number): Falsify =>
  (answer, { admitted, outlook }) =>
    admitted ? { ...answer, remaining: String(write(outlook.remaining, outlook.limit)) } : answer;

/** `Remaining` of refused requests; `count` of them so far. */
export function remainingOfRefusedAs(write: (count: number) => number): Falsify {
  let count = 0;
  return (answer, { admitted }) => {
    if (admitted) {
      return answer;
    }
    count += 1;
    return { ...answer, remaining: String(write(count)) };
  };
}

export const limitAs =
  (write: (limit: number) => number): Falsify =>
  (answer, { outlook }) => ({ ...answer, limit: String(write(outlook.limit)) });

/** Stores refused creations as well. */
export const refusedButCarriedOut: Falsify = (answer, { request }) =>
  request.operation === 'createPet' ? { ...answer, addsAnimal: true } : answer;
