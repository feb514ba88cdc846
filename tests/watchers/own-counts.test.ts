import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnCounts } from '../../src/watchers/own-counts.ts';
import { propertyRuns } from '../property-runs.ts';
import {
  type ClientRequest,
  create,
  get,
  minuteMs,
  regularUse,
  requestsOf,
  ruledRequests,
  type Step,
} from './regular-clients.ts';

const limit = 10_000;
const mixed = [create, get, create, get, ...Array.from({ length: 12 }, () => create)];

/** The number of the request after which each operation is seen to have its own count, or `null`. */
function foundAt(
  requests: readonly ClientRequest[],
  remainingAfter: (request: ClientRequest) => number,
): number | null {
  const counts = new OwnCounts(limit, minuteMs);
  const found = requests.find((request) =>
    counts.see({ ...request, remaining: remainingAfter(request) }, request.operation),
  );
  return found?.exchange ?? null;
}

/** The Remaining of a service with one count for each name. */
function countingBy(nameOf: (request: ClientRequest) => string, usedBefore = 0) {
  const used = new Map<string, number>();
  return (request: ClientRequest): number => {
    const name = nameOf(request);
    const count = (used.get(name) ?? usedBefore) + 1;
    used.set(name, count);
    return limit - count;
  };
}

const byOperation = ({ operation }: ClientRequest): string => operation;

describe('counts of each operation', () => {
  it('are found if operations alternate and one of them also repeats', () => {
    expect(foundAt(requestsOf(mixed, 400), countingBy(byOperation))).not.toBeNull();
  });

  it.each<[string, readonly Step[]]>([
    ['operations only alternate', [create, get]],
    ['there is one operation', [create]],
  ])('are not found if %s', (_, pattern) => {
    expect(foundAt(requestsOf(pattern, 400), countingBy(byOperation))).toBeNull();
  });

  it('are found once the hidden requests outnumber the earlier requests of the key', () => {
    const found = (usedBefore: number) =>
      foundAt(requestsOf(mixed, 1_000), countingBy(byOperation, usedBefore));
    expect(found(300)).toBeGreaterThan(300);
    expect(found(2_000)).toBeNull();
  });

  it.each<[string, (request: ClientRequest) => string]>([
    ['there is a single count', () => 'all'],
    ['each process has its own', ({ exchange }) => String(exchange % 3)],
  ])('are not found if %s', (_, nameOf) => {
    expect(foundAt(requestsOf(mixed, 400), countingBy(nameOf))).toBeNull();
  });

  it('are found in no permitted limiter, however regular the requests and the earlier ones', () => {
    fc.assert(
      fc.property(regularUse, (use) => {
        const counts = new OwnCounts(use.limit, minuteMs);
        const served = ruledRequests(use).filter(({ admitted }) => admitted);
        expect(served.filter((request) => counts.see(request, request.operation))).toEqual([]);
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});
