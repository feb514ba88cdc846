import fc from 'fast-check';
import { permittedLimiters } from '../watchers/limiters.ts';

/** What the document leaves to a service about how it writes its answers, and about its limiter. */
export interface Manner {
  readonly contentType: string;
  readonly layout: 'compact' | 'spacious' | 'escaped' | 'integers as 1.0' | 'members twice';
  readonly moreErrorMembers: boolean;
  /** Whether messages of errors repeat what was sent. */
  readonly repeatsInput: boolean;
  /** One code a status, or one for each way to be wrong. */
  readonly codes: 'by status' | 'by reason';
  /** How names of header fields are written. */
  readonly fieldNames: 'as documented' | 'lower case' | 'upper case';
  readonly moreFields: Readonly<Record<string, string>>;
  readonly limiter: keyof typeof permittedLimiters;
  readonly limit: Plan;
  /** Whose figures the rate limit headers show. */
  readonly figures: 'minute' | 'day' | 'in turns' | 'closer to its end';
  /** Whether 400, 401 and 404 draw on the quota. */
  readonly countsRefused: boolean;
  readonly noCallerFigures: 'zeros' | 'of an address' | 'as for a caller';
  /** How far the server's clock is off, in ms. */
  readonly skewMs: number;
  readonly date: 'always' | 'never' | 'now and then';
  /** How long `Reset` lies ahead: the window's end, or when all is refilled. */
  readonly reset: 'end of window' | 'when refilled' | 'now';
  readonly challenge: string;
  readonly connections: 'kept' | 'closed';
  /** The body of a 429, which is not shown. */
  readonly refusal: 'empty' | 'text' | 'Error';
  /** Times are this much longer than in the made-up traffic. */
  readonly slowness: number;
  /** Whether the run was told the plan. */
  readonly planKnown: boolean;
  readonly seed: number;
}

/** Figures of a plan. */
export interface Plan {
  readonly perMinute: number;
  readonly perDay: number;
}

export const anyManner: fc.Arbitrary<Manner> = fc.record({
  contentType: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON ;charset="UTF-8"',
    'application/json;profile="https://example.com/pets"',
  ),
  layout: fc.constantFrom<Manner['layout'][]>(
    'compact',
    'spacious',
    'escaped',
    'integers as 1.0',
    'members twice',
  ),
  moreErrorMembers: fc.boolean(),
  repeatsInput: fc.boolean(),
  codes: fc.constantFrom('by status', 'by reason'),
  fieldNames: fc.constantFrom('as documented', 'lower case', 'upper case'),
  moreFields: fc.constantFrom<Record<string, string>[]>(
    {},
    { Server: 'nginx/1.25', Vary: 'Accept', ETag: 'W/"5"', 'Cache-Control': 'no-store', Age: '0' },
    { Link: '</v1/pets?page=2>; rel="next"', 'X-Total-Count': '3000', 'Set-Cookie': 'a=b' },
    { Deprecation: '@1735689600', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', 'X-RateLimit-Used': '3' },
    { 'RateLimit-Policy': '"minute";q=60;w=60', 'X-RateLimit-Limit-Day': '1000' },
  ),
  limiter: fc.constantFrom(...Object.keys(permittedLimiters)),
  limit: fc.constantFrom(
    { perMinute: 300, perDay: 10_000 },
    { perMinute: 1000, perDay: 100_000 },
    { perMinute: 200, perDay: 200 },
  ),
  figures: fc.constantFrom('minute', 'day', 'in turns', 'closer to its end'),
  countsRefused: fc.boolean(),
  noCallerFigures: fc.constantFrom('zeros', 'of an address', 'as for a caller'),
  skewMs: fc.oneof(fc.constant(0), fc.integer({ min: -500_000, max: 500_000 })),
  date: fc.constantFrom('always', 'always', 'never', 'now and then'),
  reset: fc.constantFrom('end of window', 'when refilled', 'now'),
  challenge: fc.constantFrom('Bearer', 'Bearer realm="pets", error="invalid_token"', 'bearer'),
  connections: fc.constantFrom('kept', 'closed'),
  refusal: fc.constantFrom('empty', 'text', 'Error'),
  slowness: fc.constantFrom(1, 1, 30, 400, 1500),
  planKnown: fc.boolean(),
  seed: fc.nat(),
});

/** A service that makes nothing of its freedom. */
export const plainManner: Manner = {
  contentType: 'application/json',
  layout: 'compact',
  moreErrorMembers: false,
  repeatsInput: false,
  codes: 'by status',
  fieldNames: 'as documented',
  moreFields: {},
  limiter: 'fixed window, aligned',
  limit: { perMinute: 300, perDay: 10_000 },
  figures: 'minute',
  countsRefused: true,
  noCallerFigures: 'as for a caller',
  skewMs: 0,
  date: 'always',
  reset: 'end of window',
  challenge: 'Bearer',
  connections: 'kept',
  refusal: 'empty',
  slowness: 1,
  planKnown: true,
  seed: 0,
};
