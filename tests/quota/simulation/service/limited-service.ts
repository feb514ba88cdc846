import type { Limiter, Outlook } from '../limiters/limiter.ts';
import type { Service, ServiceAnswer, ServiceRequest } from './service.ts';

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
